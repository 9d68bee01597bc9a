/** What of Vite's `import.meta.env` is used. */
interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
