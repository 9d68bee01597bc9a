/** The package has no types. This is the part that is used here. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype';
    /** Keeps every glyph; the text must then be empty. */
    keepAllGlyphs: true;
    /** Fixes axes of a variable font. */
    variationAxes: Readonly<Record<string, number>>;
    /** OpenType features to keep. */
    keepFeatures: readonly string[];
  }
  /** Converts a font. Runs in WebAssembly. */
  export default function subsetFont(font: Buffer, text: '', options: Options): Promise<Buffer>;
}
