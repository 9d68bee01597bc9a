import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_FOLDER } from './project.mjs';

/** @typedef {{ [key: string]: Texts | string }} Texts */

const FOLDERS = ['login', '', 'pages'];

/** Keys below which the pages of packages/ra-declared use all texts. */
const ALL_BELOW = [
  ...[
    'actions',
    'amount',
    'board',
    'calendar',
    'cardNumber',
    'cellEdit',
    'columnsMenu',
    'declaredCards',
    'emptyList',
    'exporting',
    'feeBreakdown.standings',
    'fieldTypes',
  ],
  ...[
    'files',
    'filters',
    'form',
    'formGroups',
    'formLines',
    'list',
    'listCharts',
    'payPassword',
    'record.deletion',
    'savedViews',
    'selectedRecords',
    'selection',
  ],
  ...['shortcutList', 'shortcuts', 'tree', 'viewDialog'],
];

/** Single texts, by what they begin with. */
const SINGLE = {
  actionResult: 'copied copy_failed copy_link copy_secret link mailed once secret totp_code totp_hint',
  errors:
    'amount_as_text amount_too_large amount_zero card_number_invalid conflict decimal_as_text file_not_sent file_sending ' +
    'file_too_large file_type forbidden hidden_value_missing invalid_date invalid_color invalid_email invalid_format invalid_json ' +
    'invalid_phone invalid_time invalid_type invalid_url invalid_value json_number misplaced network not_found read_only refused ' +
    'required skipped_time text_of_several_format text_of_several_length timeout too_big too_early too_late too_long too_many_chosen too_many_decimals too_short too_small unreadable',
  fields: 'currency',
  notFound: 'text title',
  prompts: 'pay_password totp_code',
  record:
    'back_to_list copied copy delete delete_text delete_title details duplicate edit hide load_error_title none_related ' +
    'not_found not_found_title reveal reveal_confirm reveal_text show_all',
  shell: 'close page_missing_text pagination',
  status: 'all',
  timeline: 'becomes empty fields system title',
  'timeline.actions': 'create delete done edit reveal update',
};

const KEYS = [
  ...ALL_BELOW,
  ...Object.entries(SINGLE).flatMap(([start, names]) => names.split(' ').map((name) => `${start}.${name}`)),
];

/**
 * The texts that the pages of packages/ra-declared show. In the repository they are among the console's, because the server
 * and the login page use some of them, and the first list loads as few as possible.
 * @param {string} language
 */
export function textsOfPages(language) {
  const files = FOLDERS.map((folder) => path.join(PROJECT_FOLDER, 'i18n', folder, `${language}.json`));
  /** @type {Texts[]} */
  const sources = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  /** @type {Texts} */
  const picked = {};
  for (const key of KEYS) for (const source of sources) pick(source, key.split('.'), picked);
  return picked;
}

/**
 * Copies what `source` has at a path.
 * @param {Texts} source
 * @param {string[]} parts
 * @param {Texts} target
 */
function pick(source, [first = '', ...rest], target) {
  const found = source[first];
  if (found === undefined) return;
  if (rest.length === 0 && typeof found === 'string') {
    target[first] = found;
    return;
  }
  if (typeof found === 'string') return;
  const below = target[first];
  const inside = typeof below === 'object' ? below : (target[first] = {});
  if (rest.length > 0) pick(found, rest, inside);
  else for (const key of Object.keys(found)) pick(found, [key], inside);
}
