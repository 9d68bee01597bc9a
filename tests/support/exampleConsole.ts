import { readFileSync } from 'node:fs';
import { addMenuPage } from './menuPage.ts';
import { openConsole, type OpenedConsole } from './openedConsole.ts';

/** Opens the console with declarations of `examples`, each with an entry in the menu of the demo merchant. */
export async function openExample(folder: string, names: readonly string[]): Promise<OpenedConsole> {
  const example = (name: string): object => JSON.parse(readFileSync(`examples/${folder}/${name}.json`, 'utf8'));
  const resources = Object.fromEntries(names.map((name) => [name, example(name)]));
  const console = await openConsole({ orders: 20, resources });
  for (const name of names) await addMenuPage(console.world, 'M100001', name, name.replace('_', ' '));
  return console;
}
