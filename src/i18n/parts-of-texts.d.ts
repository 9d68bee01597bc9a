declare module '*.json?login' {
  /** The texts of the login page alone: see vite.config.ts. */
  const texts: import('#shared/i18n/translator.ts').Messages;
  export default texts;
}

declare module '*.json?console' {
  /** The texts of the console from its first page on. */
  const texts: import('#shared/i18n/translator.ts').Messages;
  export default texts;
}

declare module '*.json?late' {
  /** Those of pages that are fetched when they are opened. */
  const texts: import('#shared/i18n/translator.ts').Messages;
  export default texts;
}
