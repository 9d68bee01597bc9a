import { createInterface } from 'node:readline/promises';

/** Interactive user, or a file of answers. */
export interface Terminal {
  say(line: string): void;
  /** @throws {NoAnswerError} if the input has ended */
  ask(question: string): Promise<string>;
  close(): void;
}

/** Thrown if the input ends before all questions are answered. */
class NoAnswerError extends Error {
  constructor() {
    super('The answers ended too early. Nothing was written.');
    this.name = 'NoAnswerError';
  }
}

/** Reads line by line. `readline.question` would lose piped lines that arrive before they are asked for. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const lines: AsyncIterator<string, unknown> = reader[Symbol.asyncIterator]();
  return {
    say: (line) => void output.write(`${line}\n`),
    async ask(question) {
      output.write(question);
      const line = await lines.next();
      if (line.done) throw new NoAnswerError();
      return line.value.trim();
    },
    close: () => reader.close(),
  };
}
