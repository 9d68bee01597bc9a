/**
 * Normalises a code to plain digits. Apps show codes as "123 456", and Japanese input methods type full-width digits.
 */
export function plainDigits(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s/g, '');
}
