/**
 * Problems of bytes that should be a frame: a closed list, so that a screen can translate them. A
 * frame with a problem is explained as far as it is certain, and its meaning is not interpreted.
 */
export const PROBLEM_TEXTS = {
  empty: 'There is nothing to explain',
  'too-long': 'More than 2,048 bytes',
  'not-hex': 'Not a hexadecimal digit',
  'odd-hex': 'An odd number of hexadecimal digits: one is missing or surplus',
  alien: 'Neither DL/T 645 nor Modbus RTU: no start, function or checksum of either protocol',
  cut: 'The frame is cut off: bytes are missing',
  checksum: 'Wrong checksum: a byte was changed on the way, so the data is not read',
  'no-end': 'The end mark 16 is not where the length says',
  'bytes-before-start': 'Bytes before the start of the frame',
  'bytes-after-end': 'Bytes after the end of the frame',
  'several-frames': 'More than one frame: each is explained by itself',
  'both-directions': 'A request and its reply look the same here: both interpretations are shown',
  'both-protocols': 'The bytes are a valid frame in both protocols: both interpretations are shown',
  'data-length': 'The length of the data does not match the command or identifier',
  'unknown-function': 'The function is unknown; its data is shown as it is',
  'unknown-identifier': 'The identifier is unknown; its data is shown as it is',
  'address-not-bcd': 'The address is not decimal digits',
  'quantity-invalid': 'Count and length of the data contradict each other',
  'other-address': 'The reply comes from a different address than the one in the request',
  'other-function': 'The reply has a different function than the request',
  'other-identifier': 'The reply has a different data identifier than the request',
  'other-protocol': 'The reply uses a different protocol than the request',
} as const;

type ProblemKey = keyof typeof PROBLEM_TEXTS;

export interface FrameProblem {
  readonly key: ProblemKey;
  /** Offset of the byte from the first byte of the input. */
  readonly offset: number;
  readonly expected?: string;
  readonly found?: string;
}

export function problem(
  key: ProblemKey,
  offset: number,
  numbers: { readonly expected?: string; readonly found?: string } = {},
): FrameProblem {
  return { key, offset, ...numbers };
}

/** English text, with the expected and the actual value. */
export function problemText({ key, expected, found }: FrameProblem): string {
  const beside = [
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(found === undefined ? [] : [`found ${found}`]),
  ];
  return beside.length === 0 ? PROBLEM_TEXTS[key] : `${PROBLEM_TEXTS[key]} (${beside.join(', ')})`;
}
