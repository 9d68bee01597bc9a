import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '#server/errors.ts';
import { CHINESE_WORDS, decodeText } from '#server/sheets/csv/decodeText.ts';
import { NAMES } from './readFile.ts';

/** Names of people, as they are common in each script, and of banks. */
const CHINESE = '王伟 李娜 张敏 刘洋 陈静 杨帆 赵磊 黄丽 周强 吴小小 徐艳 孙勇 胡杰 朱涛 高明 林霞 何平 郭超 马超群 罗红 小小 丁一 卜巴 阿大 安宝 白冰 艾虎 龚琳娜 欧阳娜娜 司马光 上官婉儿 㐂田䶮 𠮷野家 覃海洋 仝卓 逄博 昝家骏'; // prettier-ignore
const TRADITIONAL =
  '陳志明 林美玲 黃俊傑 張淑芬 李家豪 王雅婷 吳宗憲 劉德華 蔡依林 楊丞琳 許瑋甯 鄭秀文 謝霆鋒 郭富城 羅志祥 蘇打綠 嚴凱泰 蕭敬騰 籃球 羅 蘇 鑑';
const JAPANESE =
  '山田太郎 佐藤花子 鈴木一郎 高橋健 田中 伊藤 渡辺 中村 小林 加藤 吉田 髙木 浜崎 ヤマダ タロウ さくら まなみ 櫻井翔 東野圭吾 青木 阿部 安倍';
const KANA = 'ﾔﾏﾀﾞ ﾀﾛｳ ｻﾄｳ ﾊﾅｺ ﾃｲ ﾂｱ ﾃｱ ﾄｶ ｽｽﾞｷ';
const KOREAN =
  '김철수 이영희 박민수 최지우 정우성 강호동 조인성 윤아 장동건 임윤아 한가인 오세훈 서태지 신동엽 권상우 황정민 안성기 송강호 金哲洙 李英愛';
const RUSSIAN = 'Иванов Пётр Сидорова Анна Кузнецов Смирнов Попова Сим Соня саша Рим Жуков Щукин Ёлкин';
const GREEK = 'Παπαδόπουλος Γεώργιος Σία Μαρία Νίκος Ελένη Δημήτρης Άννα';
const HEBREW = 'כהן לוי מזרחי פרץ דוד שרה';
const ARABIC = 'محمد أحمد فاطمة علي عمر خالد';
const THAI = 'สมชาย สมหญิง แดง เธอ เนย ดำ กมล วิชัย';
const VIETNAMESE = 'Nguyễn Trần Lê Phạm Hoàng Đặng Bùi Đỗ Ngô';
const WESTERN = 'José Núñez García Müller François Sørensen Ångström Peña Ñ É Íñigo Muñoz';
const CENTRAL = 'Łukasz Żółć Dvořák Šimek Németh Őz Ćwik Ř Čech';
const TURKISH = 'Şahin Yılmaz Çelik Öztürk İnan Güneş Ş Ğ';
const BALTIC = 'Šarūnas Žukauskas Bērziņš Ķēniņš Mägi Õ';
const ALL = [CHINESE, TRADITIONAL, JAPANESE, KOREAN, RUSSIAN, GREEK, HEBREW, ARABIC, THAI, VIETNAMESE, WESTERN].join(
  ' ',
);

/** Banks in Chinese are what recognises GB18030, those in letters what makes files ambiguous. */
const BANKS =
  'ICBC CMB Banco 中国工商银行 招商银行北京分行 臺灣銀行 三井住友銀行 みずほ 국민은행 신한 Сбербанк Τράπεζα';

/** Encodings by what they are for; those of iconv-lite, and two that it lacks. */
const ENCODINGS: readonly [encoding: string, texts: string][] = [
  ['gb18030', CHINESE],
  ['gbk', CHINESE],
  ['gb2312', CHINESE],
  ['big5', TRADITIONAL],
  ['big5-hkscs', TRADITIONAL],
  ['shift_jis', JAPANESE],
  ['cp932', `${JAPANESE} ${KANA}`],
  ['euc-jp', JAPANESE],
  ['euc-kr', KOREAN],
  ['cp949', KOREAN],
  ['windows-1250', CENTRAL],
  ['windows-1251', RUSSIAN],
  ['windows-1252', WESTERN],
  ['windows-1253', GREEK],
  ['windows-1254', TURKISH],
  ['windows-1255', HEBREW],
  ['windows-1256', ARABIC],
  ['windows-1257', BALTIC],
  ['windows-1258', VIETNAMESE],
  ['windows-874', THAI],
  ['iso-8859-1', WESTERN],
  ['iso-8859-2', CENTRAL],
  ['iso-8859-5', RUSSIAN],
  ['iso-8859-7', GREEK],
  ['iso-8859-9', TURKISH],
  ['iso-8859-15', WESTERN],
  ['koi8-r', RUSSIAN],
  ['cp866', RUSSIAN],
  ['cp850', WESTERN],
  ['cp437', WESTERN],
  ['macroman', WESTERN],
  ['maccyrillic', RUSSIAN],
  ['utf-7', ALL],
  ['utf-8', ALL],
  ['utf-8 with mark', ALL],
  ['utf-16le with mark', ALL],
  ['utf-16be with mark', ALL],
  ['utf-16le', ALL],
  ['utf-16be', ALL],
  ['utf-32le', ALL],
];

function encoded(text: string, encoding: string): Buffer {
  const [name = '', mark] = encoding.split(' with ');
  return iconv.encode(text, name, { addBOM: mark !== undefined });
}

/** Words that the encoding has. */
function wordsIn(encoding: string, words: string): string[] {
  return words
    .split(' ')
    .filter((word) => iconv.decode(encoded(word, encoding), encoding.split(' ')[0] ?? '') === word);
}

type Outcome = 'read' | 'asked' | 'refused' | 'misread';

function outcomeOf(text: string, encoding: string): Outcome {
  try {
    const decoded = decodeText(encoded(text, encoding), NAMES);
    if ('encodings' in decoded) return 'asked';
    if (decoded.text === text) return 'read';
    // What is refused later, because no text has these characters.
    return /[\u0000-\u0008\u000E-\u001A\uE000-\uF8FF\uFFFD]/.test(decoded.text) ? 'refused' : 'misread'; // oxlint-disable-line no-control-regex
  } catch (error) {
    if (error instanceof ValidationError) return 'refused';
    throw error;
  }
}

const HEADER = 'payee_name,card_number,bank_name,amount,remark';

/** Files with one to four payments, most of which are hard to tell: short names, and banks in letters. */
const fileOf = (payees: string[], banks: string[]) =>
  fc
    .array(
      fc.record({ payee: fc.constantFrom(...payees), bank: fc.oneof(fc.constant('ICBC'), fc.constantFrom(...banks)) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((rows) => [HEADER, ...rows.map(({ payee, bank }) => `${payee},6222020000127776,${bank},1.00,`)].join('\n'));

describe('a CSV in any of 40 encodings', () => {
  it.each(ENCODINGS)('%s: names are read right, or the file is refused or asks', (encoding, texts) => {
    const [payees, banks] = [wordsIn(encoding, texts), wordsIn(encoding, BANKS)];
    expect(payees.length).toBeGreaterThan(1);
    fc.assert(
      fc.property(fileOf(payees, banks), (text) => {
        expect([text, outcomeOf(text, encoding)]).not.toEqual([text, 'misread']);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['utf-8 with mark', 'utf-16le with mark', 'utf-16be with mark'])('%s is always read', (encoding) => {
    fc.assert(
      fc.property(fileOf(ALL.split(' '), BANKS.split(' ')), (text) => {
        expect(outcomeOf(text, encoding)).toBe('read');
      }),
      { numRuns: 100 },
    );
  });

  it('gb18030 with Chinese banks or column names is read, with rare names too', () => {
    const payees = wordsIn('gb18030', CHINESE);
    fc.assert(
      fc.property(fc.subarray(payees, { minLength: 1 }), fc.boolean(), (some, hasBanks) => {
        const header = hasBanks ? HEADER : '收款人,卡号,银行名称,金额,备注';
        const rows = some.map((payee) => `${payee},6222020000127776,${hasBanks ? '中国银行' : 'ICBC'},1.00,`);
        expect(outcomeOf([header, ...rows].join('\n'), 'gb18030')).toBe('read');
      }),
    );
  });

  it('Shift_JIS is read if its column names are those of the Japanese template', () => {
    const header = ['受取人', '口座番号', '銀行名', '金額', '備考'].join(',');
    expect(outcomeOf(`${header}\n山田太郎,6222020000127776,みずほ,1.00,`, 'shift_jis')).toMatch(/^(read|asked)$/);
  });

  it('is read in the encoding that the user chooses of those with a sample', () => {
    const text = `${HEADER}\nJosé Núñez,6222020000127776,Banco,1.00,`;
    const decoded = decodeText(encoded(text, 'windows-1252'), NAMES);
    if (!('encodings' in decoded)) throw new Error('must be chosen');
    expect(decoded.encodings).toContainEqual({ encoding: 'windows-1252', sample: ['José Núñez'] });
    expect(decodeText(encoded(text, 'windows-1252'), NAMES, 'windows-1252')).toEqual({ text, chosen: 'windows-1252' });
    expect(() => decodeText(encoded(text, 'windows-1252'), NAMES, 'utf-8')).toThrow(ValidationError);
  });
});

describe('the words that recognise GB18030', () => {
  const others = ['euc-kr', 'cp949', 'euc-jp', 'shift_jis', 'big5', 'koi8-r', 'windows-1251', 'windows-1253', 'cp866'];

  it.each(others)('are no words in %s', (encoding) => {
    for (const word of CHINESE_WORDS.source.split('|')) {
      const read = iconv.decode(iconv.encode(word, 'gb18030'), encoding);
      const isWord = /^[가-힣]+$|^\p{Lu}?\p{Ll}{3,}$|^\p{Lu}{4,}$/u.test(read);
      expect([word, read, isWord]).toEqual([word, read, false]);
      expect(ALL).not.toContain(read);
    }
  });
});
