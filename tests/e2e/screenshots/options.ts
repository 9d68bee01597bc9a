import { parseArgs } from 'node:util';
import { isLanguage, LANGUAGES, type Language } from '#shared/i18n/languages.ts';

const SIZES = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};
const SCHEMES = ['light', 'dark'] as const;

/** How the pictures of one round look. */
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

/** Names of the pictures that are wanted; null for all. */
export const only = values.only === '' ? null : new Set(values.only.split(','));

/** Each size in each scheme in each language, of those wanted. */
export const looks: readonly Look[] = values.language
  .split(',')
  .filter(isLanguage)
  .flatMap((language) =>
    Object.entries(SIZES)
      .filter(([size]) => values.size.split(',').includes(size))
      .flatMap(([size, viewport]) =>
        SCHEMES.filter((scheme) => values.scheme.split(',').includes(scheme)).map((colorScheme) => {
          return { language, size, viewport, colorScheme };
        }),
      ),
  );
