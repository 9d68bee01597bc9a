import { readFileSync } from 'node:fs';

/** A docs page whose steps a test follows: the test can press and type only what the step names. */
export interface WalkThrough {
  /** Headings of the steps, in order. */
  headings: string[];
  step(heading: string): Step;
}

export interface Step {
  /**
   * A name that the step sets in bold: a button, a link, a field.
   * @throws {Error} if the step doesn't contain it
   */
  name(text: string): string;
  /**
   * A text that the step sets as code: typed or shown.
   * @throws {Error} if the step doesn't contain it
   */
  code(text: string): string;
  /** Rows of the step's table, without the header. */
  rows: [string, string][];
  /** The step's code block in that language, such as `json`. */
  block(language: string): string;
}

/** Reads a docs page whose steps are its sections of the second level. */
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

/** @param flowing the text with its lines joined, since a name may span two lines */
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
