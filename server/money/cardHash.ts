import type { Cipher } from '#server/crypto/dataKey.ts';

/** Keyed hash that shows whether two cards or accounts of a merchant are the same. */
export function cardHash(cipher: Pick<Cipher, 'hash'>, merchantId: string, digits: string): string {
  return cipher.hash('card_number', `${merchantId} ${digits}`);
}
