export const AUTHENTICATOR_USES = ['required', 'optional', 'none'] as const;
export type AuthenticatorUse = (typeof AUTHENTICATOR_USES)[number];

/** Name and logo of the console unless a deployment sets others. */
export const RUNTIME_DEFAULTS = { productTitle: '商户管理系统', logo: '/logo.svg' };
