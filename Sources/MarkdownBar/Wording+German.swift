import MarkdownEditing

extension AccessoryBar.Wording {
  /// The words of a bar in German.
  public static let german: Self = {
    var result = Self(germanSentences)
    for (key, text) in germanWords { result.texts[key] = text }
    return result
  }()

  private static let germanWords =
    [
      "strong": "Fett", "strong.names": "Stark", "emphasis": "Kursiv", "emphasis.names": "Betont",
      "code": "Code", "code.names": "Festbreite", "strikethrough": "Durchgestrichen",
      "strikethrough.names": "Durchstreichen", "highlight": "Markiert",
      "highlight.names": "Textmarker",
      "heading-1": "Überschrift 1", "heading-2": "Überschrift 2", "heading-3": "Überschrift 3",
      "heading-4": "Überschrift 4", "heading-5": "Überschrift 5", "heading-6": "Überschrift 6",
      "heading": "Überschrift", "headings": "Überschriften", "paragraph": "Absatz",
      "promote": "Höhere Ebene", "promote.argument": "section, für alle des Abschnitts",
      "demote": "Tiefere Ebene", "demote.argument": "section, für alle des Abschnitts",
      "bullet-list": "Aufzählung", "bullet-list.names": "Liste, Punkte",
      "ordered-list": "Nummerierte Liste", "ordered-list.names": "Nummern",
      "task-list": "Aufgabenliste", "task-list.names": "Checkliste",
      "task-toggle": "Abhaken", "task-toggle.names": "Erledigt",
      "task-cycle": "Nächster Zustand", "task-cycle.argument": "die Zustände der Reihe nach",
      "renumber-list": "Neu nummerieren",
      "renumber-list.argument": "keep, damit Listen mit gleichen Zahlen bleiben",
      "list-sort": "Liste sortieren",
      "list-sort.argument":
        "text, number (Zahl), date (Datum) oder checked (erledigt), auch descending (absteigend)",
      "list-cycle": "Nächster Listenzustand",
      "move-done": "Erledigtes verschieben",
      "move-done.argument": "die Überschrift des Abschnitts, sonst Done",
      "reflow": "Zeilen umbrechen", "reflow.argument": "die Breite in Spalten, sonst 80",
      "join-lines": "Zeilen verbinden",
      "quote": "Zitat", "callout": "Hinweis",
      "callout.argument": "die Art, etwa note",
      "quote.names": "Blockzitat", "code-block": "Codeblock",
      "comment": "Kommentar",
      "horizontal-rule": "Trennlinie", "horizontal-rule.names": "Linie", "link": "Link",
      "link.argument": "das Ziel", "unlink": "Link entfernen", "image": "Bild",
      "image.argument": "die Adresse", "paste": "Als Markdown einsetzen",
      "paste.names": "Einsetzen",
      "paste.argument": "das Markdown, das eingesetzt wird", "paste-html": "HTML einsetzen",
      "paste-html.argument": "das HTML, das eingesetzt wird", "paste-url": "Adresse einsetzen",
      "paste-url.argument": "was eingesetzt wird", "clear-formatting": "Formatierung entfernen",
      "keyboard": "Taste", "underline": "Unterstrichen", "subscript": "Tiefgestellt",
      "superscript": "Hochgestellt", "wiki-link": "Wiki-Link",
      "wiki-link.argument": "die Seite, sonst ist der Text die Seite", "date": "Datum",
      "date.argument": "das Datum als Text",
      "reference-links": "Links mit Verweis",
      "reference-links.argument":
        "document, für alle Links, und text, für Namen aus dem Text",
      "inline-links": "Links im Text", "inline-links.argument": "document, für alle Links",
      "sort-definitions": "Definitionen sortieren", "footnote": "Fußnote",
      "footnote.argument": "der Name, sonst die nächste Nummer",
      "footnote-jump": "Zur Fußnote", "footnote-delete": "Fußnote löschen",
      "footnote-renumber": "Fußnoten nummerieren",
      "case": "Groß oder klein",
      "case.argument":
        "upper (groß), lower (klein), title (Wortanfänge) oder sentence (Satzanfänge), sonst das nächste",
      "table-insert": "Tabelle", "table-insert.argument": "Zeilen und Spalten, etwa 2x3",
      "table-next-cell": "Nächste Zelle", "table-previous-cell": "Vorige Zelle",
      "table-add-row": "Zeile einfügen", "table-add-column": "Spalte einfügen",
      "table-delete-row": "Zeile löschen", "table-delete-column": "Spalte löschen",
      "table-move-row-up": "Zeile nach oben", "table-move-row-down": "Zeile nach unten",
      "table-move-column-left": "Spalte nach links",
      "table-move-column-right": "Spalte nach rechts", "table-sort": "Zeilen sortieren",
      "table-sort.argument": "ascending (aufsteigend) oder descending (absteigend)",
      "table-from-text": "Text in Tabelle", "table-to-text": "Tabelle in Text",
      "table-to-text.argument": "csv oder tsv",
      "table-format": "Tabelle ausrichten", "align-left": "Linksbündig",
      "align-center": "Zentriert",
      "align-right": "Rechtsbündig", "indent": "Einrücken", "indent.names": "Einzug vergrößern",
      "outdent": "Ausrücken", "outdent.names": "Einzug verkleinern", "move-line-up": "Nach oben",
      "move-line-down": "Nach unten", "duplicate-line": "Duplizieren",
      "move-section-up": "Abschnitt nach oben", "move-section-down": "Abschnitt nach unten",
      "select-section": "Abschnitt auswählen", "delete-section": "Abschnitt löschen",
      "table-of-contents": "Inhaltsverzeichnis",
      "table-of-contents.argument": "die Ebenen der Überschriften, etwa 2-3",
      "newline": "Neue Zeile", "line-break": "Zeilenumbruch",
      "backspace": "Rückschritt", "insert-text": "Tippen", "insert-text.argument": "der Text",
      "undo": "Widerrufen", "redo": "Wiederholen", "hide-keyboard": "Tastatur ausblenden",
      "hide-keyboard.names": "Tastatur schließen", "next-keyboard": "Nächste Tastatur",
      "more": "Mehr", "bar": "Markdown-Leiste", "line": "Zeile %@",
      "task.check": "Abhaken", "task.uncheck": "Haken entfernen", "link.open": "Link öffnen",
      "state.on": "ein", "state.off": "aus", "state.mixed": "teilweise",
      "group.marks": "Text", "group.headings": "Überschriften", "group.lists": "Listen",
      "group.blocks": "Blöcke", "group.inlines": "Links", "group.tables": "Tabellen",
      "group.lines": "Zeilen", "group.editing": "Bearbeiten",
    ]

  private static let germanSentences = [
    "reason.inCode": "Die Auswahl liegt in einem Codeblock.",
    "reason.inHTML": "Die Auswahl liegt in HTML.",
    "reason.inMetadata": "Die Auswahl liegt in den Metadaten am Anfang.",
    "reason.inDefinition": "Die Auswahl liegt in einer Definition.",
    "reason.inFormula": "Die Auswahl liegt in einer Formel.",
    "reason.inTable": "Die Auswahl liegt in einer Tabelle.",
    "reason.onRule": "Die Auswahl liegt auf einer Trennlinie.",
    "reason.noText": "Die Auswahl enthält keinen Text.",
    "reason.notInList": "Die Auswahl liegt in keinem Listenpunkt, mit dem das möglich ist.",
    "reason.noTask": "Die Auswahl enthält keine Aufgabe.",
    "reason.notInTable": "Die Auswahl liegt in keiner Tabelle.",
    "reason.nowhereToMove": "In dieser Richtung geht es nicht weiter.",
    "reason.noHeading": "Es gibt keine Überschrift für diesen Befehl.",
    "reason.noFootnote": "An der Auswahl ist keine Fußnote.",
    "reason.noLink": "Die Auswahl enthält keinen Link.",
    "reason.noDefinition": "Das Dokument hat keine Linkdefinition.",
    "reason.alreadySo": "Die Auswahl ist schon so.",
    "reason.badArgument": "Der Befehl braucht eine Angabe oder eine andere.",
    "reason.notInDialect": "Der Dialekt kennt das nicht.",
    "reason.noSelection": "Es ist nichts ausgewählt.",
    "reason.composing": "Die Eingabe eines Wortes ist noch nicht bestätigt.",
    "reason.readOnly": "Der Text lässt sich nur lesen.",
    "reason.beingRewritten": "Das System schreibt den Text gerade um.",
    "reason.nothingMarkable":
      "Nichts in der Auswahl lässt sich auszeichnen: Sie enthält nur Leerraum, Listenzeichen, Code, "
      + "Formeln oder HTML.",
    "reason.nothingToMark": "Die Einfügemarke steht in keinem Wort.",
    "reason.inTask":
      "Der Text einer Aufgabe ist ein Absatz: Mit einem anderen Block kann sie nicht beginnen.",
    "reason.joinsList": "Eingerückter Code direkt nach einer Liste würde zur Liste gehören.",
    "reason.noSpelling": "CommonMark hat dafür keine Schreibweise.",
    "reason.caretOutsideText": "An der Einfügemarke ist keine Auszeichnung möglich.",
    "refusal.readingsDiffer": "Der Block bei %@ wird von libcmark anders gelesen.",
    "refusal.noSpelling":
      "Im Block bei %@ gibt es für das Gewünschte keine Schreibweise mit Sternen oder Klammern.",
    "refusal.blocksDiffer":
      "Der Block bei %@ lässt sich nicht ändern, ohne den Text oder einen anderen Block zu ändern.",
    "refusal.tooIntricate":
      "Der Block bei %@ ist zu verwickelt: Er ist zu tief verschachtelt oder hat zu viele Teile.",
    "refusal.unparsable": "Der Text ist zu lang oder zu verwickelt, um gelesen zu werden.",
    "refusal.insideCharacter": "Die Auswahl liegt nicht in diesem Text.",
    "refusal.internal":
      "Die geplante Änderung bei %@ ist ungültig; der Text blieb unverändert. Bitte melden Sie den "
      + "Fehler in MarkdownEditing.",
    "reason.contextTooShort": "Die App zeigt zu wenig von ihrem Text.",
    "refusal.inputRejectedEdit": "Der Text hat die Änderung nicht angenommen.",
  ]
}
