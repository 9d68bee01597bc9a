/** An HTML fragment that is already escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = string | Html | null | readonly HtmlPart[];

/**
 * Builds HTML from a template: texts are escaped for elements and quoted attributes, fragments inserted as they are,
 * null is empty.
 *
 * @example html`<h1 title="${name}">${name}</h1>`
 */
export function html(texts: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(texts.reduce((all, text, index) => all + written(parts[index - 1] ?? null) + text));
}

function written(part: HtmlPart): string {
  if (part === null) return '';
  if (typeof part === 'string') return escaped(part);
  return part instanceof Html ? part.text : part.map(written).join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
