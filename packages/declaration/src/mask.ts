/** Ways to show part of a value that is stored encrypted. */
export const MASKS = ['card', 'phone', 'email', 'all'] as const;
export type Mask = (typeof MASKS)[number];

const DOTS = '••••';

/**
 * Masks a value for display, export and logs. Keeps the first 4 and last 4 characters of a card or account number, the
 * last 4 of a phone number, and the first letter and domain of an email address; otherwise nothing. Short values are
 * hidden completely, so that the larger part is never shown.
 */
export function maskValue(value: string, mask: Mask): string {
  const text = value.replaceAll(/\s/g, '');
  switch (mask) {
    case 'card':
      return text.length >= 12 ? `${text.slice(0, 4)}${DOTS}${text.slice(-4)}` : DOTS;
    case 'phone':
      return text.length >= 8 ? `${DOTS}${text.slice(-4)}` : DOTS;
    case 'email': {
      const at = text.lastIndexOf('@');
      return at > 1 ? `${text.slice(0, 1)}${DOTS}${text.slice(at)}` : DOTS;
    }
    case 'all':
      return DOTS;
  }
}
