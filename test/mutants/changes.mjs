// Lists the small changes of a source file: a swapped operator, a negated condition, a removed statement, another
// constant, an emptied text.
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

const SWAPS = {
  comparison: {
    [Kind.LessThanToken]: ['<=', '>'],
    [Kind.LessThanEqualsToken]: ['<', '>='],
    [Kind.GreaterThanToken]: ['>=', '<'],
    [Kind.GreaterThanEqualsToken]: ['>', '<='],
    [Kind.EqualsEqualsEqualsToken]: ['!=='],
    [Kind.ExclamationEqualsEqualsToken]: ['==='],
  },
  arithmetic: {
    [Kind.PlusToken]: ['-'],
    [Kind.MinusToken]: ['+'],
    [Kind.AsteriskToken]: ['/'],
    [Kind.SlashToken]: ['*'],
    [Kind.PlusEqualsToken]: ['-='],
    [Kind.MinusEqualsToken]: ['+='],
  },
  logic: { [Kind.AmpersandAmpersandToken]: ['||'], [Kind.BarBarToken]: ['&&'] },
};

/** Texts for people have their own check: a test need not know each word. */
const FOR_PEOPLE = /message|description|label|title|text|hint|summary|sentence|reason|fault|error/i;

function isForPeople(node) {
  for (let one = node.parent; one !== undefined && !ts.isStatement(one); one = one.parent) {
    if (ts.isNewExpression(one) && FOR_PEOPLE.test(one.expression.getText())) return true;
    if (ts.isCallExpression(one) && FOR_PEOPLE.test(one.expression.getText())) return true;
    if (ts.isPropertyAssignment(one) && FOR_PEOPLE.test(one.name.getText())) return true;
  }
  return node.text.trim().split(' ').length > 2;
}

const isOfTypes = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

const endsEarly = (statement) =>
  statement !== undefined &&
  (ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isBreakStatement(statement));

/** Each change replaces the text from `start` to `end` by `to`. */
export function changesOf(source) {
  const changes = [];
  const add = (kind, node, to, start = node.getStart(source), end = node.getEnd()) =>
    changes.push({ kind, start, end, to, from: source.text.slice(start, end) });

  const ofBinary = (node) => {
    const operator = node.operatorToken;
    for (const [kind, table] of Object.entries(SWAPS))
      for (const to of table[operator.kind] ?? []) add(kind, operator, to);
    if (operator.kind === Kind.QuestionQuestionToken) add('default', node, '', node.left.getEnd(), node.right.getEnd());
  };
  const ofNumber = (node) => {
    const value = Number(node.text);
    const others = Number.isInteger(value) ? [value + 1, value - 1] : [value * 2, value / 2];
    for (const to of others) if (to >= 0) add('constant', node, `${to}`);
  };
  const ofIf = (node) => {
    if (node.elseStatement !== undefined) return;
    const then = ts.isBlock(node.thenStatement) ? node.thenStatement.statements.at(-1) : node.thenStatement;
    if (endsEarly(then)) add('removed', node, '{}');
  };
  const visit = (node) => {
    if (isOfTypes(node)) return;
    if (ts.isBinaryExpression(node)) ofBinary(node);
    if (ts.isNumericLiteral(node)) ofNumber(node);
    if (ts.isIfStatement(node)) ofIf(node);
    if (ts.isExpressionStatement(node)) add('removed', node, '{}');
    const condition = ts.isConditionalExpression(node) ? node.condition : isTested(node) ? node.expression : undefined;
    if (condition !== undefined) add('negated', condition, `!(${condition.getText(source)})`);
    if (ts.isStringLiteral(node) && node.text !== '' && node.parent.name !== node && !isForPeople(node))
      add('text', node, "''");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}

const isTested = (node) => ts.isIfStatement(node) || ts.isWhileStatement(node);
