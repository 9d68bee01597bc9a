/** A dot in the domain, but not as its first or last character. Linear: only the first such dot is tried. */
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
const PHONE = /^\+?[0-9 ()./-]{1,40}$/;
const COLOR = /^#[0-9a-f]{6}$/i;
/** Emergency numbers have 3 digits; international numbers at most 15, and some extensions more. */
const [FEWEST_DIGITS, MOST_DIGITS] = [3, 20];

/** Formats of texts that lists and record pages show as a link, or with their colour. */
export type ShownFormat = 'email' | 'url' | 'phone' | 'color';

/** Why a text doesn't have the format: a message key below `errors.`; null if it does. */
export function formatProblem(format: ShownFormat, text: string): string | null {
  switch (format) {
    case 'email':
      return EMAIL.test(text) ? null : 'invalid_email';
    case 'url':
      return isWebAddress(text) ? null : 'invalid_url';
    case 'phone':
      return isPhoneNumber(text) ? null : 'invalid_phone';
    case 'color':
      return COLOR.test(text) ? null : 'invalid_color';
  }
}

/** The address that a text links to; null if it has none, or isn't a text of the format. */
export function addressOf(format: ShownFormat, text: string): string | null {
  if (formatProblem(format, text) !== null) return null;
  switch (format) {
    case 'email':
      return `mailto:${encodeURIComponent(text).replace('%40', '@')}`;
    case 'url':
      return text;
    case 'phone':
      return `tel:${text.replaceAll(/[^+0-9]/g, '')}`;
    case 'color':
      return null;
  }
}

function isPhoneNumber(text: string): boolean {
  const { length } = text.replaceAll(/[^0-9]/g, '');
  return PHONE.test(text) && length >= FEWEST_DIGITS && length <= MOST_DIGITS;
}

/** No other scheme, so that a link can't run a script. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
