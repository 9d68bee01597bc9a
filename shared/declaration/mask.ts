/** What may stay readable of a value that is stored encrypted. */
export const MASKS = ['card', 'phone', 'email', 'all'] as const;
export type Mask = (typeof MASKS)[number];

const DOTS = '••••';

/**
 * What is shown, exported and logged of a value: of a card or account number the first 4 and last 4 characters, of a
 * phone number the last 4, of an e-mail address its first letter and domain, else nothing. Too short a value shows
 * nothing, so that the larger part is always hidden.
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
