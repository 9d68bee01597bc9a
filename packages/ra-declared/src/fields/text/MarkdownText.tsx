import { Box } from '@mui/material';
import { compiler, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { Children, createElement, isValidElement, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { addressOf } from '@merchant-console/declaration';

/**
 * A text with GitHub's Markdown, formatted. HTML in it is shown as text. Links have the schemes of `url` and `email`
 * fields, or are text. Images aren't loaded, because that would tell their server who reads the text.
 */
export function MarkdownText({ text }: { text: string }) {
  return (
    <Box sx={styles}>
      {/* Text that is nested too deeply for the parser is shown as it was written. */}
      <ErrorBoundary fallback={<span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>} resetKeys={[text]}>
        <Compiled text={text} />
      </ErrorBoundary>
    </Box>
  );
}

function Compiled({ text }: { text: string }) {
  const compiled = compiler(text, OPTIONS);
  assertShallow(compiled);
  return compiled;
}

/** Greatest number of elements within each other. Browsers can't lay out thousands. */
const DEEPEST = 100;

function assertShallow(node: ReactNode, depth = 0): void {
  if (depth > DEEPEST) throw new RangeError('The text is nested too deeply');
  Children.forEach(node, (one) => isValidElement<Parts>(one) && assertShallow(one.props.children, depth + 1));
}

const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  // Otherwise, lines between two lines of dashes at the beginning would be left out.
  preserveFrontmatter: true,
  sanitizer: safeAddress,
  // An ID, such as that of a footnote, could be the one of another element of the page.
  createElement: (tag, props, ...children) =>
    createElement(tag, Object.assign({}, props, { id: undefined }), ...children),
  overrides: {
    a: FormattedLink,
    img: ({ alt }: { alt?: string }) => alt,
    input: ({ checked }: { checked?: boolean }) => (checked ? '☑' : '☐'),
    // A page has headings of the first two levels.
    h1: { component: 'h3' },
    h2: { component: 'h4' },
    h3: { component: 'h5' },
    h4: { component: 'h6' },
    h5: { component: 'h6' },
  },
};

interface Parts {
  children?: ReactNode;
}

function safeAddress(value: string): string | null {
  return value.startsWith('mailto:') ? addressOf('email', value.slice('mailto:'.length)) : addressOf('url', value);
}

function FormattedLink({ href, title, children }: Parts & { href?: string; title?: string }) {
  return href ? (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    children
  );
}

const styles = {
  minWidth: 0,
  '& > * > :first-of-type': { mt: 0 },
  '& > * > :last-child': { mb: 0 },
  '& :is(h3, h4, h5, h6)': { mt: 2, mb: 0.5, lineHeight: 1.3 },
  '& h3': { fontSize: '1.125rem' },
  '& h4': { fontSize: '1rem' },
  '& :is(h5, h6)': { fontSize: '0.875rem' },
  '& p': { my: 1 },
  // Few people know that Markdown joins lines.
  '& :is(p, li)': { whiteSpace: 'pre-line' },
  '& :is(ul, ol)': { my: 1, pl: 3 },
  '& a': { color: 'primary.main' },
  '& code': { fontFamily: 'monospace', fontSize: '0.8125rem', bgcolor: 'action.hover', borderRadius: 0.5, px: 0.5 },
  '& pre': { my: 1, p: 1, whiteSpace: 'pre-wrap', bgcolor: 'action.hover', borderRadius: 1 },
  '& pre code': { bgcolor: 'transparent', p: 0 },
  '& blockquote': { my: 1, mx: 0, pl: 1.5, borderLeft: 3, borderColor: 'divider', color: 'text.secondary' },
  '& table': { borderCollapse: 'collapse', my: 1 },
  '& :is(th, td)': { border: 1, borderColor: 'divider', px: 1, py: 0.5 },
  '& hr': { border: 0, borderTop: 1, borderColor: 'divider', my: 2 },
};
