import path from 'node:path';

/** Appended to the name of a test that is skipped if the test data isn't available. */
export const NEEDS_TEST_DATA = 'skipped unless TEST_DATA, or ../shared/data, has them';

/** Path of a public test data file. The data isn't part of the project and may be absent. */
export const testData = (file: string) => path.resolve(process.env['TEST_DATA'] || '../shared/data', file);
