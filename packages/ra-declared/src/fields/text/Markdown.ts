import { lazy } from '../../ui/loading/lazy.tsx';

/** A text with Markdown, formatted; as it was written until the code for it is loaded. */
export const Markdown = lazy<{ text: string }>(
  async () => (await import('./MarkdownText.tsx')).MarkdownText,
  ({ text }) => text,
  { hasTexts: true },
);
