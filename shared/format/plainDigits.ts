/** A code as plain digits: apps show codes as "123 456", and Japanese input methods write digits in full width. */
export function plainDigits(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s/g, '');
}
