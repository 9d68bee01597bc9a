/** What of Vite's `import.meta` is used. */
interface ImportMeta {
  readonly env: { readonly PROD: boolean };
  /** What fetches each file that matches, by its path. */
  glob<T>(pattern: string): Record<string, () => Promise<T>>;
}
