/** Cell styles. `quoted` is text with Excel's own leading apostrophe, for texts that look like formulas. */
export const STYLES = ['plain', 'text', 'quoted', 'whole', 'hundredths', 'percent', 'day', 'moment'] as const;
export type Style = (typeof STYLES)[number];

/** IDs below 164 are built into Excel. */
const FORMAT: Record<Style, number> = {
  plain: 0,
  text: 49,
  quoted: 49,
  whole: 3,
  hundredths: 4,
  percent: 10,
  day: 164,
  moment: 165,
};

/** The style's index in the style sheet. Header and totals are bold. */
export function styleIndex(style: Style, bold: boolean): number {
  return STYLES.indexOf(style) + (bold ? STYLES.length : 0);
}

const format = (style: Style, font: number) =>
  `<xf numFmtId="${FORMAT[style]}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"` +
  ` applyFont="1"${style === 'quoted' ? ' quotePrefix="1"' : ''}/>`;

const FORMATS = [0, 1].flatMap((font) => STYLES.map((style) => format(style, font)));
const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

export const STYLE_SHEET =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${FORMATS.length}">${FORMATS.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
