import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resourceJsonSchema } from './resourceJsonSchema.ts';

/** The text of `resource.schema.json`. */
export function schemaText(): string {
  return `${JSON.stringify(resourceJsonSchema(), null, 2)}\n`;
}

/** Writes the schema beside the declarations, which name it as `./resource.schema.json`. */
export async function writeSchema(folder: string, print: (line: string) => void): Promise<number> {
  const file = path.join(folder, 'resource.schema.json');
  await writeFile(file, schemaText());
  print(`${file} is written.`);
  return 0;
}
