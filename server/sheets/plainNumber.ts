import { ValidationError } from '#server/errors.ts';

/** Marks by which spreadsheets, and people, keep a number a text. */
const TEXT_MARK = /^['`’‘](?=[\d\p{Sc}])/u;

/** Full-width digits, letters and punctuation, which Chinese and Japanese input methods produce. */
const FULL_WIDTH = /[！-～]/g;
const FULL_WIDTH_DISTANCE = 0xfee0;

/** A number in a cell as it would be typed: with half-width digits, and without the mark of a text. */
export function plainNumber(text: string): string {
  return text
    .replaceAll(FULL_WIDTH, (found) => String.fromCharCode(found.charCodeAt(0) - FULL_WIDTH_DISTANCE))
    .replaceAll('￥', '¥')
    .trim()
    .replace(TEXT_MARK, '');
}

/** An amount, with a currency before or behind it. */
const WITH_CURRENCY = /^([^\d.,-]*?)\s*(-?[\d.,]+)\s*(\D*)$/;

/** Words for currencies that formats of numbers don't have. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  CNY: ['元', '圆', '人民币', 'RMB'],
  JPY: ['円', '圓'],
};

/**
 * An amount in a cell without its currency: `¥1,234.50` → `1,234.50`.
 * @throws {ValidationError} on `amount` if it names another currency than the channel's
 */
export function plainAmount(text: string, currency: string): string {
  const typed = plainNumber(text);
  const [, before = '', amount, behind = ''] = WITH_CURRENCY.exec(typed) ?? [];
  const named = [before, behind].map((word) => word.trim()).filter(Boolean);
  if (amount === undefined || named.length === 0) return typed;
  const own = signsOf(currency);
  if (named.every((word) => own.has(word.toUpperCase()))) return amount;
  if (!named.every((word) => /^(?:[A-Za-z]{0,3}\p{Sc}|[A-Za-z]{3}|元|円|圆|圓|人民币)$/u.test(word))) return typed;
  throw new ValidationError({ amount: { key: 'cell_amount_currency', args: { currency } } });
}

/** The code, signs and words of a currency. */
function signsOf(currency: string): ReadonlySet<string> {
  const signs = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    ['en', 'zh', 'es', 'ja'].flatMap((language) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value.normalize('NFKC')),
    ),
  );
  return new Set([currency, ...signs, ...(WORDS[currency] ?? [])].map((sign) => sign.toUpperCase()));
}
