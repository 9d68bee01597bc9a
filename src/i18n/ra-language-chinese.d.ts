declare module 'ra-language-chinese' {
  /** Texts of react-admin 3 in Chinese. Later keys are missing. */
  const messages: { ra: import('@merchant-console/declaration').Messages };
  export default messages;
}
