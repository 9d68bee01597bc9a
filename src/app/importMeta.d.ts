/** The used part of Vite's `import.meta`. */
interface ImportMeta {
  readonly env: { readonly PROD: boolean };
  /** Loaders of the matching files, by path. */
  glob<T>(pattern: string): Record<string, () => Promise<T>>;
}
