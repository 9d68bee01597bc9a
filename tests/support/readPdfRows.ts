import { inflateSync } from 'node:zlib';

/** A text and its position on a page, in points from the lower left corner. */
interface Piece {
  text: string;
  x: number;
  y: number;
}

/** Texts of a PDF made with PDFKit: pages, rows from top to bottom, cells from left to right. */
export function readPdfRows(file: Buffer): string[][][] {
  const source = file.toString('latin1');
  const objects = new Map<string, { dictionary: string; content: string }>();
  for (const [, id = '', body = ''] of source.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, dictionary = body, stream] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream$/.exec(body) ?? [];
    const content = stream === undefined ? '' : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    objects.set(id, { dictionary, content });
  }
  const read = (id: string | undefined) => {
    const found = objects.get(id ?? '');
    if (!found) throw new Error(`The file has no object ${id}`);
    return found;
  };
  const fonts = new Map<string, readonly string[]>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', id] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      fonts.set(name, charactersOf(read(/\/ToUnicode (\d+) 0 R/.exec(read(id).dictionary)?.[1]).content));
    }
  }
  const pages = [...objects.values()].find(({ dictionary }) => dictionary.includes('/Type /Pages'));
  const kids = /\/Kids \[([^\]]*)\]/.exec(pages?.dictionary ?? '')?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const content = /\/Contents (\d+) 0 R/.exec(read(id).dictionary)?.[1];
    return rowsOf(piecesOf(read(content).content, fonts));
  });
}

/** Characters by glyph number. */
function charactersOf(map: string): string[] {
  return [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([^>]*)>/g)].map(([, units = '']) =>
      String.fromCharCode(...units.split(' ').map((unit) => parseInt(unit, 16))),
    ),
  );
}

function piecesOf(content: string, fonts: ReadonlyMap<string, readonly string[]>): Piece[] {
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    const [, x = '', y = ''] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
    const characters = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '') ?? [];
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = glyphs.map((glyph) => characters[parseInt(glyph, 16)] ?? '').join('');
    return { text, x: Number(x), y: Number(y) };
  });
}

function rowsOf(pieces: readonly Piece[]): string[][] {
  const rows = new Map<number, Piece[]>();
  for (const piece of pieces) rows.set(piece.y, [...(rows.get(piece.y) ?? []), piece]);
  return [...rows.entries()]
    .toSorted(([a], [b]) => b - a)
    .map(([, row]) => row.toSorted((a, b) => a.x - b.x).map(({ text }) => text));
}
