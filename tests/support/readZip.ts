import { crc32, inflateRawSync } from 'node:zlib';

/**
 * The entries of a ZIP file by name, found through its central directory.
 * @throws {Error} if the file is truncated, or a size or checksum doesn't match
 */
export function readZip(file: Buffer): Map<string, Buffer> {
  const end = file.length - 22;
  if (end < 0 || file.readUInt32LE(end) !== 0x06054b50) throw new Error('no directory at the end');
  const parts = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const first = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const part = inflateRawSync(file.subarray(first, first + file.readUInt32LE(at + 20)));
    if (part.length !== file.readUInt32LE(at + 24)) throw new Error(`${name} has another size`);
    if (crc32(part) !== file.readUInt32LE(at + 16)) throw new Error(`${name} has another checksum`);
    parts.set(name, part);
    at += 46 + nameLength;
  }
  return parts;
}
