import AES from 'crypto-js/aes';
import Hex from 'crypto-js/enc-hex';
import Utf8 from 'crypto-js/enc-utf8';
import { SEALED_PREFIX } from '#shared/contract/sealedPasswords.ts';

interface AesKeys {
  /** 16, 24 or 32 bytes in hexadecimal. */
  aesKey: string;
  /** 16 bytes in hexadecimal. */
  aesIv: string;
}

/** Encrypts with AES in CBC mode and PKCS #7 padding. Returns Base64. */
export function sealPassword(password: string, { aesKey, aesIv }: AesKeys): string {
  const sealed = AES.encrypt(Utf8.parse(password), Hex.parse(aesKey), { iv: Hex.parse(aesIv) });
  return SEALED_PREFIX + sealed.toString();
}
