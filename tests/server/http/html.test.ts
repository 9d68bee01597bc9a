import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html } from '#server/gateway/channels/sandbox/page/payPage.ts';

it('escapes everything in a text that could end an element or an attribute, and keeps the rest', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', '茶', ';') }), (text) => {
      const { text: page } = html`<p title="${text}">${[text, null, html`<b>${text}</b>`]}</p>`;
      const [, title = '', first = '', second = ''] = /^<p title="([^"'<>]*)">([^"'<>]*)<b>([^"'<>]*)<\/b><\/p>$/.exec(page) ?? []; // prettier-ignore
      const names: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
      const read = (escaped: string) => escaped.replaceAll(/&([^;]+);/g, (_all, name: string) => names[name] ?? '?');
      expect([title, first, second].map(read)).toEqual([text, text, text]);
    }),
  );
});
