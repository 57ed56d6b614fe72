// Asks for what a command takes: with a text field, or with a list to choose from.
import * as obsidian from "obsidian";

export class Question extends obsidian.Modal {
  #given;
  #resolve;

  // question: a sentence, or an array of choices.
  constructor(app, title, question, value) {
    super(app);
    Object.assign(this, { title, question });
    this.#given = Array.isArray(question) ? question[0] : value;
  }

  // Returns the answer; undefined if the question is closed without one.
  answer() {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.open();
    });
  }

  onOpen() {
    const { contentEl, title, question } = this;
    this.titleEl.setText(title);
    const given = this.#given;
    const changed = (value) => { this.#given = value; };
    const setting = new obsidian.Setting(contentEl);
    if (Array.isArray(question)) {
      setting.addDropdown((field) => field.addOptions(Object.fromEntries(question.map((one) => [one, one])))
        .setValue(given).onChange(changed));
    } else {
      setting.setName(question).addText((field) => {
        field.setValue(given).onChange(changed);
        field.inputEl.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          this.#done(this.#given);
        });
        field.inputEl.focus();
        field.inputEl.select();
      });
    }
    setting.addButton((button) => button.setButtonText("OK").setCta().onClick(() => this.#done(this.#given)));
  }

  onClose() {
    this.contentEl.empty();
    this.#resolve?.(undefined);
  }

  #done(answer) {
    // Before it closes, which is an answer too.
    const resolve = this.#resolve;
    this.#resolve = undefined;
    this.close();
    resolve?.(answer);
  }
}
