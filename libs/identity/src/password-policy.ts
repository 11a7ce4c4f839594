const MIN_LENGTH = 12;
const MAX_LENGTH = 128;
const MIN_DIFFERENT = 5;

/** First guesses of this length, without outer digits and signs. */
const COMMON_STEMS: ReadonlySet<string> = new Set(
  (
    'password passwordpassword passw0rd p@ssw0rd p@ssword administrator adminadmin letmein letmeinplease welcome ' +
    'qwerty qwertyuiop qwertyuiopasdf qwertyqwerty qwerty123qwerty asdfghjkl asdfasdfasdf zxcvbnm iloveyou ' +
    'iloveyouforever changeme changemeplease trustno mynameis sunshine princess football baseball superman batman ' +
    'starwars dragon monkey master shadow michael jennifer computer internet whatever blink ' +
    'correcthorsebatterystaple ' +
    'thisismypassword mypassword newpassword secretpassword unknown default testtest testtesttest lego legolego ' +
    'legolegolego brickmarket brickmarketbrickmarket'
  ).split(' '),
);
const RUNS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];

/** Fault as a sentence; null: valid. Checks length, as character rules lead to guessable choices. */
export function passwordFault(password: string, email: string): string | null {
  const characters = Array.from(password);
  if (characters.length < MIN_LENGTH)
    return `Choose a longer password: at least ${MIN_LENGTH} characters. A few unrelated words work well.`;
  if (characters.length > MAX_LENGTH) return `Choose a shorter password: at most ${MAX_LENGTH} characters.`;
  if (/\p{Cc}/u.test(password)) return 'A password cannot contain control characters such as tabs or line breaks.';
  const plain = password.toLowerCase();
  if (isGuessable(plain)) return 'This password is one of the first that attackers try. Choose a few unrelated words.';
  if (containsAddress(plain, email)) return 'A password must not be made of your e-mail address. Choose another.';
  return null;
}

function isGuessable(plain: string): boolean {
  if (new Set(plain).size < MIN_DIFFERENT) return true;
  const stem = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
  if (COMMON_STEMS.has(stem)) return true;
  return [plain, stem].some((text) => text.length >= 8 && RUNS.some((run) => run.includes(text)));
}

function containsAddress(plain: string, email: string): boolean {
  const [local = ''] = email.split('@');
  return plain.includes(email) || (local.length >= 4 && plain.replaceAll(local, '').length <= MIN_LENGTH / 2);
}
