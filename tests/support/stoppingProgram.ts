import { stopOnSignals } from '#server/stopOnSignals.ts';

/** A program whose end takes for ever. Arguments: the limit in seconds. */
stopOnSignals(() => new Promise(() => {}), Number(process.argv[2]));
setInterval(() => {}, 1_000);
process.stdout.write('ready\n');
