import { setImmediate as nextTurn } from 'node:timers/promises';
import Document from 'pdfkit';
import type { Language } from '@merchant-console/declaration/languages';
import { createFonts } from './fontSlices.ts';
import { FORMATS, MARGIN, Pager } from './Pager.ts';
import { PdfPen, QUIET } from './PdfPen.ts';
import { type Block, type Section, skipSection, beginSection } from './Section.ts';

interface Paper {
  language: Language;
  /** Title in the document's properties. */
  title: string;
  author: string;
  createdAt: Date;
  /** Left and right text above every page but the first. */
  header: readonly [string, string];
  /** Left text below every page. */
  footer: string;
  /** Text with the page number below every page. */
  pageOf(page: number, pages: number): string;
}

/** Blocks between two yields to the event loop. */
const BLOCKS_A_TURN = 10;

const SMALL = 7.5;

/** Streams a PDF document. Each page is generated after the previous one has been read. */
export async function* pdfBytes(paper: Paper, sections: readonly Section[]): AsyncGenerator<Buffer, void, undefined> {
  const counted = new Pager();
  for (const section of sections) skipSection(counted, section);
  const document = new Document({
    autoFirstPage: false,
    // Otherwise every text would stay in memory.
    fontLayoutCache: false,
    lang: paper.language,
    displayTitle: true,
    info: { Title: paper.title, Author: paper.author, CreationDate: paper.createdAt },
  });
  const fonts = createFonts(paper.language, (name, font) => document.registerFont(name, font));
  const pen = new PdfPen(document, fonts);
  const pager = new Pager();

  async function beginPage(): Promise<void> {
    const { width, height } = FORMATS[pager.format];
    document.addPage({ size: [width, height], margin: 0 });
    const space = width - 2 * MARGIN;
    const page = paper.pageOf(pager.pages, counted.pages);
    await pen.load([...paper.header, paper.footer, page], 'regular');
    const style = { size: SMALL, color: QUIET } as const;
    if (pager.pages > 1) {
      pen.text(paper.header[0], MARGIN, 36, space * 0.48, style);
      pen.text(paper.header[1], MARGIN + space * 0.5, 36, space * 0.5, { ...style, align: 'right' });
      pen.rule(MARGIN, 43, space);
    }
    pen.text(paper.footer, MARGIN, height - 26, space * 0.75, style);
    pen.text(page, MARGIN + space * 0.75, height - 26, space * 0.25, { ...style, align: 'right' });
  }

  async function draw(block: Block): Promise<void> {
    await pen.load(block.texts.regular, 'regular');
    await pen.load(block.texts.bold, 'bold');
    block.draw(pen, pager.take(block.height));
  }

  /** Content of the completed pages. */
  function written(): Buffer[] {
    const piece: unknown = document.read();
    return piece instanceof Buffer ? [piece] : [];
  }

  for (const section of sections) {
    if (beginSection(pager, section)) await beginPage();
    for (const block of section.lead) await draw(block);
    if (section.head) await draw(section.head);
    let drawn = 0;
    for await (const blocks of section.rows()) {
      for (const block of blocks) {
        if (pager.turn(section.format, section.rowHeight)) {
          await beginPage();
          yield* written();
          if (section.head) await draw(section.head);
        }
        await draw(block);
        drawn += 1;
        if (drawn % BLOCKS_A_TURN === 0) await nextTurn();
      }
    }
  }
  document.end();
  const rest: AsyncIterable<Buffer> = document;
  yield* rest;
}
