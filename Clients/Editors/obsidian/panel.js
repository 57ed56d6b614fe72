// The bar of buttons above the text, as a panel of the editor.
import "../../Web/bar.js";

export function barPanel(showPanel, editing) {
  return showPanel.of((view) => {
    const dom = document.createElement("div");
    dom.className = "markdown-editing-bar";
    // Only the main window knows the element.
    if (view.dom.ownerDocument !== document) return { dom, top: true };
    const bar = document.createElement("markdown-bar");
    dom.append(bar);
    return {
      dom, top: true,
      mount() { bar.binding = withoutKeys(editing.binding(view), view); },
      destroy() { bar.binding = null; },
    };
  });
}

// The binding without the catalogue's shortcuts, which are not bound in Obsidian.
function withoutKeys(binding, view) {
  return {
    focus: () => view.focus(),
    get bar() { return binding.bar.map((button) => ({ ...button, shortcut: "" })); },
    perform: (name, input) => binding.perform(name, input),
    addEventListener: (...listener) => binding.addEventListener(...listener),
  };
}
