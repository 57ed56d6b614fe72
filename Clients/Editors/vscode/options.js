// The options of documents. The table is made from Clients/Web/index.d.ts when the extension is packed, as the settings are.
import { SETTINGS } from "markdown-editing-options";

export const OPTIONS = SETTINGS;
export const DIALECTS = OPTIONS.find(({ name }) => name === "dialect").values;
