declare module '*.json?login' {
  /** The texts of the login page alone: see vite.config.ts. */
  const texts: import('#shared/i18n/translator.ts').Messages;
  export default texts;
}
