/** What the console is called and shows as its sign where a deployment does not say otherwise. */
export const RUNTIME_DEFAULTS = { productTitle: '商户管理系统', logo: '/logo.svg' };
