import { generate } from 'otplib';
import { TOTP_PERIOD } from '#server/crypto/totp.ts';

/** Thrown for a text that is neither a demo username nor a possible authenticator secret. */
export class UnknownSecretError extends Error {
  constructor() {
    const names = DEMO_SIGN_INS.map(({ username }) => username).join(', ');
    super(`Pass a Base32 secret of at least 26 characters (A to Z, 2 to 7), or one of ${names}`);
    this.name = 'UnknownSecretError';
  }
}

/** Public sign-in data of the demo, printed at each start. */

export const DEMO_PASSWORD = 'Demo-console-2026';

export const DEMO_PAY_PASSWORD = '246810';

export const DEMO_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export interface DemoSignIn {
  username: string;
  realName: string;
  /** `merchant_no` of the tenant. */
  merchantNo: string;
  role: 'Owner' | 'Cashier' | 'Reviewer' | 'Viewer';
  /** Purpose of the sign-in, for the printed list. */
  about: string;
}

/** Users that nobody signs in as: two who haven't accepted the invitation yet, one who has left. */
export const DEMO_OTHERS = [
  { username: 'newcomer', realName: '宋雨桐', merchantNo: 'M100001', status: 'invited' },
  { username: 'xihu', realName: '叶青', merchantNo: 'M100301', status: 'invited' },
  { username: 'former', realName: '冯洁', merchantNo: 'M100001', status: 'disabled' },
] as const;

export const DEMO_SIGN_INS: readonly DemoSignIn[] = [
  { username: 'demo', realName: '林晓', merchantNo: 'M100001', role: 'Owner', about: 'owner of a merchant in CNY' },
  {
    username: 'checker',
    realName: '周明',
    merchantNo: 'M100001',
    role: 'Reviewer',
    about: 'same merchant, may approve',
  },
  {
    username: 'cashier',
    realName: '吴倩',
    merchantNo: 'M100001',
    role: 'Cashier',
    about: 'same merchant, requests payments, approves none',
  },
  { username: 'viewer', realName: '何静', merchantNo: 'M100001', role: 'Viewer', about: 'same merchant, reads only' },
  {
    username: 'tokyo',
    realName: '佐藤 健一',
    merchantNo: 'M100002',
    role: 'Owner',
    about: 'owner of a merchant in JPY',
  },
  {
    username: 'sub',
    realName: '许婷',
    merchantNo: 'M100101',
    role: 'Owner',
    about: 'owner of a sub-merchant of the first',
  },
  { username: 'operator', realName: '沈航', merchantNo: 'P000001', role: 'Owner', about: "the platform's operator" },
  {
    username: 'operator2',
    realName: '高岚',
    merchantNo: 'P000001',
    role: 'Owner',
    about: "the platform's second operator",
  },
];

/**
 * The current authenticator code and the seconds until it changes.
 *
 * @param nameOrSecret a demo username, or a Base32 secret in any case, with or without spaces
 * @throws {UnknownSecretError} if it is neither
 */
export async function currentCode(nameOrSecret: string, now: Date): Promise<{ code: string; secondsLeft: number }> {
  const isDemo = DEMO_SIGN_INS.some(({ username }) => username === nameOrSecret.trim().toLowerCase());
  const secret = isDemo ? DEMO_TOTP_SECRET : nameOrSecret.replaceAll(/[\s-]/g, '').toUpperCase();
  // RFC 4226 requires at least 128 bits, and the library enforces it: 26 characters of 5 bits.
  if (!/^[A-Z2-7]{26,}=*$/.test(secret)) throw new UnknownSecretError();
  const epoch = Math.floor(now.getTime() / 1000);
  return { code: await generate({ secret, epoch }), secondsLeft: TOTP_PERIOD - (epoch % TOTP_PERIOD) };
}
