declare module 'ra-language-chinese' {
  /** react-admin's texts in Chinese as of its version 3: later keys are missing. */
  const messages: { ra: import('#shared/i18n/translator.ts').Messages };
  export default messages;
}
