import { parseArgs } from 'node:util';
import { isLanguage, LANGUAGES, type Language } from '@merchant-console/declaration/languages';

const SIZES = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};
const SCHEMES = ['light', 'dark'] as const;

/** The look of a run's pictures. */
export interface Look {
  language: Language;
  size: string;
  viewport: { width: number; height: number };
  colorScheme: (typeof SCHEMES)[number];
}

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: '.cache/screenshots' },
    only: { type: 'string', default: '' },
    size: { type: 'string', default: Object.keys(SIZES).join() },
    scheme: { type: 'string', default: SCHEMES.join() },
    language: { type: 'string', default: LANGUAGES.join() },
  },
});

export const folder = values.to;

/** Names of the selected pictures; null for all. */
export const only = values.only === '' ? null : new Set(values.only.split(','));

const sizes = chosen('size', Object.keys(SIZES));
const schemes = chosen('scheme', SCHEMES);

/** Each selected combination of size, scheme and language. */
export const looks: readonly Look[] = chosen('language', LANGUAGES)
  .filter(isLanguage)
  .flatMap((language) =>
    Object.entries(SIZES)
      .filter(([size]) => sizes.includes(size))
      .flatMap(([size, viewport]) =>
        SCHEMES.filter((scheme) => schemes.includes(scheme)).map((colorScheme) => {
          return { language, size, viewport, colorScheme };
        }),
      ),
  );

/** The selected values of an option. @throws {Error} if a value is unknown, because no picture would match it */
function chosen(option: 'size' | 'scheme' | 'language', known: readonly string[]): string[] {
  const list = values[option].split(',');
  const unknown = list.filter((value) => !known.includes(value));
  if (unknown.length > 0) throw new Error(`--${option} is one or more of ${known.join()}, not ${unknown.join()}`);
  return list;
}
