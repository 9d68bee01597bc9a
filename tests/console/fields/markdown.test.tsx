import { render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MarkdownText } from '../../../packages/ra-declared/src/fields/text/MarkdownText.tsx';

afterEach(() => void vi.restoreAllMocks());

/** The rendered HTML without the box and its styles. */
const html = (text: string) => render(<MarkdownText text={text} />).container.firstElementChild?.innerHTML;

describe('Markdown', () => {
  it('is formatted, with headings below those of the page', () => {
    expect(html('# Hoses\n\nUse **foam**, _not_ water.')).toBe(
      '<div><h3>Hoses</h3><p>Use <strong>foam</strong>, <em>not</em> water.</p></div>',
    );
    expect(html('- [x] filled\n- [ ] tested')).toBe('<ul><li>☑ filled</li><li>☐ tested</li></ul>');
  });

  it('shows HTML and components as text', () => {
    expect(html('<b onclick="x()">a</b> <img src=x onerror=x()> <Box sx={x()} />')).toBe(
      '<p>&lt;b onclick="x()"&gt;a&lt;/b&gt; &lt;img src=x onerror=x()&gt; &lt;Box sx={x()} /&gt;</p>',
    );
  });

  it('links to web and email addresses only', () => {
    const attributes = 'target="_blank" rel="noopener noreferrer"';
    expect(html('[a](https://a.example) [b](mailto:b@b.example)')).toBe(
      `<p><a href="https://a.example" ${attributes}>a</a> <a href="mailto:b@b.example" ${attributes}>b</a></p>`,
    );
    for (const address of [
      'javascript:x()',
      'java&#115;cript:x()',
      'data:text/html,x',
      'file:///etc',
      '//a.example',
      '/x',
    ])
      expect(html(`[a](${address})`)).toBe('<p>a</p>');
    expect(html('[a][1]\n\n[1]: javascript:x()')).toBe('<p>a</p>');
  });

  it('loads no images, and gives no element an ID', () => {
    expect(html('![A hose](https://a.example/hose.png)')).toBe('<p>A hose</p>');
    expect(html('# Root\n\nNote[^root]\n\n[^root]: below')).not.toMatch(/ id=/);
  });

  it('is shown as it was written if it is nested too deeply', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const text = `${'**a '.repeat(2000)}${'b**'.repeat(2000)}`;
    expect(html(text)).toBe(`<span style="white-space: pre-wrap;">${text}</span>`);
    const quotes = `${'> '.repeat(5000)}a`;
    expect(html(quotes)).toBe(`<span style="white-space: pre-wrap;">${quotes.replaceAll('>', '&gt;')}</span>`);
  });
});
