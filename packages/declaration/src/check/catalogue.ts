import { type Entry, error, warning } from './catalogueEntry.ts';
import { SET_PROBLEMS } from './setProblems.ts';

/**
 * All problems of declarations. An ID never changes its meaning, and the ID of a removed problem isn't reused. The
 * texts are under `declaration.problems.<id>`.
 */
export const PROBLEMS = {
  // Syntax
  R001: error('text'),
  R002: error(),
  R003: error('key'),
  R004: error('bracket'),
  R005: error(),
  R006: error(),
  R007: error(),
  R008: error(),
  R009: error(),
  R010: error('key'),
  R011: error(),
  R032: error('characters', 'levels'),
  R036: error(),

  // Shape
  R012: error('key', 'options'),
  R013: error('key'),
  R014: error('expected', 'received'),
  R015: error('value', 'options'),
  R016: error('value', 'max'),
  R017: error(),
  R018: error('max'),
  R019: error('min'),
  R020: error('max'),
  R021: error(),
  R022: error('count'),
  R023: error('value'),
  R024: error('value'),
  R025: error('value'),
  R026: error('value'),
  R027: error('value'),
  R028: error('value'),
  R029: error('value'),
  R030: error('options'),
  R031: error('key', 'other'),
  R033: error('options'),
  R034: error(),
  R035: error('key', 'type', 'types'),

  // Names and values within one file
  R101: error('source'),
  R102: error('source'),
  R103: error('source', 'type'),
  R104: error('source', 'type'),
  R105: error('source', 'type'),
  R106: error('source'),
  R108: error('source', 'expected', 'value'),
  R109: error('value', 'options'),
  R110: error('source', 'type', 'operator'),
  R111: error('reason'),
  R112: error('low', 'high'),
  R113: error('pattern'),
  R114: error('source'),
  R115: error('source'),
  R116: error('id'),
  R117: error('key'),
  R118: error('source'),
  R119: error('key'),
  R120: error('source'),
  R121: error('key'),
  R122: error('key'),
  R123: error('source'),
  R124: error('source'),
  R125: error('click', 'operation'),
  R126: error(),
  R127: error(),
  R128: error(),
  R129: error('source'),
  R130: error(),
  R131: error('source'),
  R132: error(),
  R133: error(),
  R134: error('placeholder', 'options'),
  R135: error(),
  R136: warning('key'),
  R137: error('source'),
  R138: error('placeholder', 'source', 'type'),
  R139: warning('key'),
  R140: error('source', 'type'),
  R141: error('source'),
  R142: error('source', 'type'),
  R143: error('source'),
  R144: error('value'),
  R145: error('source'),
  R146: error(),
  R147: error('source'),
  R148: error('source'),
  R149: warning('verb', 'operation'),
  R150: warning('permission'),
  R151: warning('key', 'operations'),
  R152: error('max'),
  R153: error('method', 'path'),
  R154: error('source'),
  R155: error('key', 'type', 'types'),
  R156: error('source', 'type'),
  R157: error('key', 'sources'),
  R158: error('key', 'needed'),
  R159: error(),

  // Scans of all records of a tenant
  R160: warning('source'),
  R162: warning('source', 'key'),
  R163: warning('source'),

  // Fields that some users can't fill in
  R164: warning('source', 'permission'),

  // Sums and their conditions
  R170: error('source', 'type'),
  R171: error('source', 'type'),
  R172: error('source', 'other', 'permission'),

  // Follow-ups of a form
  R173: error('key'),
  R174: error('source'),
  R175: error('source'),

  // Amounts in forms of actions
  R176: error('source'),
  R177: error('source', 'other'),

  // Texts of actions
  R178: error('placeholder', 'options'),

  // Currencies of amounts
  R179: error('currency'),

  // Responses of other back ends
  R180: error(),
  R181: error('place'),
  R182: error('key'),
  R186: error(),
  R440: error('preset', 'way'),

  // Patterns of texts
  R183: error('part'),
  R184: error('longest'),

  // Badges and events
  R190: error('source', 'type', 'needed'),
  R191: error('source', 'other', 'permission'),

  // Deletion of referenced records
  R192: error('source'),
  R193: error(),
  R194: error(),

  // Conditions
  R240: error('source', 'type'),
  R241: error('word'),
  R242: error('source', 'type', 'other'),
  R243: error('source', 'other'),
  R244: error('word', 'options'),
  R245: error('word'),
  R246: error('key'),
  R247: error('source'),
  R248: error('reference'),

  // Keys without effect, and conversions
  R260: error('source', 'key'),
  R261: error('source', 'type'),

  // Tenants, menus and roles
  R263: error('value'),
  R264: error('value'),
  R265: warning('number'),
  R266: error('key'),
  R267: warning('key'),
  R268: error('permission', 'options'),
  R269: error('permission', 'needed'),

  // Relations
  R255: error('source', 'type'),
  R256: error('source', 'type'),
  R257: error('reference'),
  R258: error('reference'),
  R259: error('source', 'reference'),
  R270: error('source', 'reference'),
  R271: error('source', 'reference'),
  R272: error('source'),
  R273: error('source'),

  // Defaults
  R301: error('word', 'options'),
  R302: error('source', 'type', 'other'),
  R303: error('source', 'type'),
  R304: error('source'),
  R305: error('source', 'type'),
  R306: error('key'),
  R307: error('source'),
  R308: error('part', 'options'),
  R309: error('pattern'),
  R310: error('part'),
  R311: error('part', 'other'),
  R312: error('source'),
  R313: error('source', 'type', 'other'),
  R314: error('source', 'reference'),
  R315: error('value'),

  // Computed values
  R320: error('source'),
  R321: error('source', 'type', 'needed'),
  R322: error('operation', 'type'),
  R323: error('source'),
  R324: error('reference'),
  R325: error('reference', 'name'),
  R326: error('reference'),
  R327: error('source', 'currency', 'needed'),
  R360: error('source', 'type'),
  R361: error('placeholder'),
  R362: error('source'),
  R363: error('placeholder', 'source', 'reference'),
  R364: error('reference'),
  R366: error('source', 'reference'),
  R367: error('reference'),
  R368: error('source', 'reference', 'other'),
  R369: error('key'),
  R370: error('key'),
  R371: error('key'),
  R372: error('value'),
  R373: error(),

  // Children in the form of their parent
  R340: error('source', 'key'),
  R341: error('source'),
  R342: error('source'),
  R343: error('reference'),
  R344: error('source', 'reference'),
  R345: error('reference'),
  R346: error('reference'),
  R347: error('source', 'reference', 'name'),
  R348: error('source', 'type', 'reference'),
  R349: error('source'),
  R350: error('source', 'reference'),
  R351: error('source', 'reference', 'key'),

  // Import of files
  R390: error(),
  R391: error('source', 'type'),
  R392: error('key'),
  R393: error('source'),
  R394: error('source', 'type'),
  R395: error('source', 'reference'),
  R400: error('source', 'type'),
  R401: error('source'),
  R402: error('source', 'other', 'type'),
  R403: error('source'),
  R404: error('source'),
  R405: error(),
  R410: error('key', 'operation'),
  R411: error('source', 'type'),
  R420: error('source', 'type'),
  R421: error('source'),
  R422: error('source'),
  R423: error('source'),
  R424: error('source', 'type'),
  R425: error('source'),
  R426: error('source'),

  // Webhooks
  R430: error('event'),
  R431: error('event'),
  R432: error('event'),
  R433: error('source'),
  R434: error(),
  R441: error(),

  // Moves on boards
  R442: error('choice', 'source'),
  R443: error('key', 'source', 'choice'),

  // Charts
  R435: error('source', 'type'),
  R436: error('source'),
  R437: error('source', 'type'),
  R438: error('source'),
  R439: error('source'),

  // Groups of values
  R470: error('source'),
  R471: error('source'),
  R472: error('source'),

  ...SET_PROBLEMS,
} satisfies Record<`R${number}`, Entry>;

export type ProblemId = keyof typeof PROBLEMS;

export type ArgsOf<Id extends ProblemId> = Record<(typeof PROBLEMS)[Id]['args'][number], string | number>;
