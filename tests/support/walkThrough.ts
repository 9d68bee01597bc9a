import { readFileSync } from 'node:fs';

/** A page of docs whose steps a test does: the test can press and type only what the step says. */
export interface WalkThrough {
  /** Headings of the steps, in their order. */
  headings: string[];
  step(heading: string): Step;
}

export interface Step {
  /** A name that the step sets in bold: a button, a link, a field. @throws Error when it does not */
  name(text: string): string;
  /** A text that the step sets as code: what is typed, or seen. @throws Error when it does not */
  code(text: string): string;
  /** Rows of the step's table, without its head. */
  rows: [string, string][];
  /** The step's block of that language, `json`. */
  block(language: string): string;
}

export function readWalkThrough(file: string): WalkThrough {
  const parts = readFileSync(file, 'utf8').split(/^## /m).slice(1);
  const steps = new Map(
    parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))] as const),
  );
  return {
    headings: [...steps.keys()],
    step(heading) {
      const text = steps.get(heading);
      if (text === undefined) throw new Error(`${file} has no step "${heading}"`);
      return stepOf(`${file}, ${heading}`, text.replaceAll(/\s*\n(?!\n|\||```|[{}\s"])/g, ' '), text);
    },
  };
}

/** @param flowing the text with its lines joined, since a name may run over the end of one */
function stepOf(place: string, flowing: string, text: string): Step {
  const insist = (found: boolean, what: string) => {
    if (!found) throw new Error(`${place} does not say ${what}`);
  };
  return {
    name(label) {
      insist(flowing.includes(`**${label}**`), `**${label}**`);
      return label;
    },
    code(value) {
      insist(flowing.includes(`\`${value}\``), `\`${value}\``);
      return value;
    },
    rows: [...text.matchAll(/^\| *([^|]+?) *\| *([^|]+?) *\|$/gm)]
      .map(([, left = '', right = '']): [string, string] => [left, right])
      .filter(([left]) => left !== 'Field' && !/^-+$/.test(left)),
    block(language) {
      const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
      if (found === undefined) throw new Error(`${place} has no block of ${language}`);
      return found;
    },
  };
}
