import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import subsetFont from 'subset-font';
import { z } from 'zod';
import type { Language } from '@merchant-console/declaration/languages';

/**
 * Noto Sans in the packages of Fontsource: about 100 slices per script, 10 MB for both. A complete Chinese font has 8
 * MB per weight. Han characters look different in China and Japan, so the reader's language decides which font is tried
 * first; the other one supplies missing characters.
 */
const FAMILIES = { sc: 'noto-sans-sc', jp: 'noto-sans-jp' } as const;
type Family = keyof typeof FAMILIES;

const WEIGHTS = { regular: 400, bold: 600 } as const;
export type Weight = keyof typeof WEIGHTS;

/** The slice with Latin letters. Characters without a slice are drawn as its empty box. */
const LATIN = 'latin';

/** A part of a font that contains some characters. */
interface Slice {
  /** Path of the variable font. */
  file: string;
  /** First and last code points. */
  ranges: readonly (readonly [number, number])[];
}

const { resolve } = createRequire(import.meta.url);
const rangesSchema = z.record(z.string(), z.string());

function readSlices(family: Family): Slice[] {
  const name = FAMILIES[family];
  const index = resolve(`@fontsource-variable/${name}/unicode.json`);
  const slices = Object.entries(rangesSchema.parse(JSON.parse(readFileSync(index, 'utf8'))));
  // As in the packages' style sheets, later slices take precedence.
  return slices.toReversed().map(([key, ranges]) => ({
    file: path.join(path.dirname(index), 'files', `${name}-${key.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(readRange),
  }));
}

/** `U+4e00-4e02` → the numbers */
function readRange(text: string): readonly [number, number] {
  const [first = '', last = first] = text.trim().replace('U+', '').split('-');
  return [parseInt(first, 16), parseInt(last, 16)];
}

const known = new Map<Family, Slice[]>();

function slicesOf(family: Family): Slice[] {
  const slices = known.get(family) ?? readSlices(family);
  known.set(family, slices);
  return slices;
}

const fonts = new Map<string, Promise<Buffer>>();

/** The slice as a TrueType font of one weight, cached for the life of the process: about 60 kB each. */
function fontOf({ file }: Slice, weight: Weight): Promise<Buffer> {
  const key = `${file} ${weight}`;
  const found = fonts.get(key) ?? convert(file, weight);
  fonts.set(key, found);
  return found;
}

/**
 * Fixes the weight, because fontkit 2.0.4, which PDFKit uses to embed fonts, fails on variable ones. Without layout
 * features, digits have equal widths and layout is faster.
 */
async function convert(file: string, weight: Weight): Promise<Buffer> {
  const options = { targetFormat: 'truetype', keepAllGlyphs: true, keepFeatures: [] } as const;
  return subsetFont(await readFile(file), '', { ...options, variationAxes: { wght: WEIGHTS[weight] } });
}

/** A piece of text and the name of the font that has its characters. */
export interface FontRun {
  font: string;
  text: string;
}

/** Chooses fonts for texts. */
export interface Fonts {
  /** Loads the fonts of a text. @returns undefined if they are loaded already */
  load(text: string, weight: Weight): Promise<void> | undefined;
  /** @throws {Error} if `load` wasn't called for a text with these characters */
  runs(text: string, weight: Weight): FontRun[];
}

/** @param register called once for each font, with its name */
export function createFonts(language: Language, register: (name: string, font: Buffer) => void): Fonts {
  const families = language === 'ja' ? (['jp', 'sc'] as const) : (['sc', 'jp'] as const);
  const slices = families.flatMap(slicesOf);
  const latin = slices.find(({ file }) => file.includes(`-${LATIN}-`));
  const places = new Map<string, number>();
  const registered = new Set<string>();

  /** Index of the slice with a character. */
  function placeOf(character: string): number {
    const placed = places.get(character);
    if (placed !== undefined) return placed;
    const code = character.codePointAt(0) ?? 0;
    const found = slices.findIndex(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
    const place = found === -1 && latin ? slices.indexOf(latin) : found;
    places.set(character, place);
    return place;
  }

  const nameOf = (place: number, weight: Weight) => `${place} ${weight}`;

  async function add(missing: ReadonlySet<number>, weight: Weight): Promise<void> {
    for (const place of missing) {
      const slice = slices[place];
      if (!slice) continue;
      const font = await fontOf(slice, weight);
      if (registered.has(nameOf(place, weight))) continue;
      registered.add(nameOf(place, weight));
      register(nameOf(place, weight), font);
      // Converting a font takes about 10 ms.
      await nextTurn();
    }
  }

  return {
    load(text, weight) {
      const missing = new Set<number>();
      for (const character of text) {
        const place = placeOf(character);
        if (!registered.has(nameOf(place, weight))) missing.add(place);
      }
      return missing.size === 0 ? undefined : add(missing, weight);
    },

    runs(text, weight) {
      const runs: FontRun[] = [];
      for (const character of text) {
        const font = nameOf(placeOf(character), weight);
        if (!registered.has(font)) throw new Error(`The font of ${JSON.stringify(character)} isn't loaded`);
        const last = runs.at(-1);
        if (last?.font === font) last.text += character;
        else runs.push({ font, text: character });
      }
      return runs;
    },
  };
}
