import { createHash } from 'node:crypto';

/** Colours of the console's login page; each text has a contrast of at least 4.5. */
export const PAY_PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f6f9, #0d131b);
  --surface: light-dark(#ffffff, #151d28);
  --text: light-dark(#17212f, #e6ebf2);
  --muted: light-dark(#5b6778, #9aa7b8);
  --line: light-dark(#d9dfe7, #2b3747);
  --edge: light-dark(#7f8b9c, #5d6b7d);
  --primary: light-dark(#0f6ec6, #58aeff);
  --primary-strong: light-dark(#0a559c, #8cc7ff);
  --on-primary: light-dark(#ffffff, #06182b);
  --test: light-dark(#7a4b00, #f3c267);
  --test-tint: light-dark(#fff3dc, #33270f);
  --good: light-dark(#17703f, #5cc98d);
  --good-tint: light-dark(#e8f5ee, #12291e);
  --bad: light-dark(#c62f2f, #ff8a80);
  --bad-tint: light-dark(#fdecec, #33191b);
  --fonts: 'Inter', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei',
    'Noto Sans CJK JP', 'Noto Sans SC', 'Noto Sans CJK SC', 'Hiragino Sans', 'Noto Sans JP', sans-serif;
}
:lang(zh) {
  --fonts: 'Inter', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC',
    'Noto Sans CJK SC', sans-serif;
}
:lang(ja) {
  --fonts: 'Inter', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Hiragino Sans', 'Yu Gothic UI', 'Meiryo',
    'Noto Sans JP', 'Noto Sans CJK JP', 'PingFang SC', 'Microsoft YaHei', sans-serif;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  align-content: start;
  justify-items: center;
  padding: clamp(1rem, 10vh, 6rem) 1rem 2rem;
  background: var(--page);
  color: var(--text);
  font: 1rem / 1.5 var(--fonts);
  font-variant-numeric: tabular-nums;
}
main {
  width: 100%;
  max-width: 26rem;
  overflow: hidden;
  overflow-wrap: anywhere;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
}
.test {
  margin: 0;
  padding: 0.625rem 1.5rem;
  background: var(--test-tint);
  color: var(--test);
  font-size: 0.875rem;
  text-align: center;
}
.body { padding: 1.75rem 1.5rem 1.5rem; }
h1, .explained { text-align: center; text-wrap: balance; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.35; }
.amount { margin: 0.25rem 0 0; font-size: 2rem; font-weight: 600; line-height: 1.3; text-align: center; }
.explained { margin: 0.5rem 0 0; color: var(--muted); }
.sign { display: block; width: 3rem; height: 3rem; margin: 0 auto 0.75rem; border-radius: 50%; }
.sign path { fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.paid { background: var(--good-tint); color: var(--good); }
.failed, .expired, .none { background: var(--bad-tint); color: var(--bad); }
dl {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.5rem 1.5rem;
  margin: 1.5rem 0 0;
  padding: 1rem 0 0;
  border-top: 1px solid var(--line);
  font-size: 0.875rem;
}
dt { color: var(--muted); }
dd { margin: 0; text-align: right; }
dd small { display: block; color: var(--muted); font-size: 0.8125rem; }
form { display: grid; gap: 0.75rem; margin: 1.5rem 0 0; }
button, .back {
  display: block;
  min-height: 2.75rem;
  padding: 0.625rem 1rem;
  border: 1px solid var(--edge);
  border-radius: 8px;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 500;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
.back { margin: 1.5rem 0 0; }
.first { border-color: var(--primary); background: var(--primary); color: var(--on-primary); }
button:hover, .back:hover { border-color: var(--primary-strong); }
.first:hover { background: var(--primary-strong); }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
`;

/** No external resources, no scripts, no framing, no other form targets. */
export const PAY_PAGE_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAY_PAGE_STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
