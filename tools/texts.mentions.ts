import { dotted, isNode, walk, type Module, type Node } from './tidy.modules.ts'

/** The text keys of a type: the features whose keys its values may hold. */
type Speaking = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Every `feature.key` that appears as a literal where its type makes it a key: tables typed `TextKey<'orders'>` or by
 * an interface that contains one, functions that return one. Literals with another meaning are included, which does no
 * harm: a key counts as used, and its existence is checked by the compiler.
 */
export function mentionsIn(modules: readonly Module[], typed: readonly TypedUse[]): Set<string> {
  const speaking = speakingTypes(modules)
  const literals = nearby(modules, typed)
  for (const { program, forTests } of modules) {
    if (forTests) continue
    for (const { node } of walk(program)) {
      for (const [type, value] of typedParts(node)) {
        const features = featuresIn(type, speaking)
        if (features.size > 0)
          for (const text of textsIn(value)) for (const feature of features) literals.add(`${feature}.${text}`)
      }
    }
  }
  return literals
}

/** A file that uses a key known only by its type: `t(range)`, where the ranges are a list of literals. */
export interface TypedUse {
  readonly feature: string
  readonly path: string
}

/** Literals of such a file and of its imports, which contain the list behind the type. */
function nearby(modules: readonly Module[], typed: readonly TypedUse[]): Set<string> {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const keys = new Set<string>()
  for (const { feature, path } of typed) {
    const near = [path, ...(byPath.get(path)?.imports ?? []).map(({ to }) => to ?? '')]
    for (const module of new Set(near.map((each) => byPath.get(each)))) {
      for (const text of module ? textsIn(module.program) : []) keys.add(`${feature}.${text}`)
    }
  }
  return keys
}

/** Names of types that contain a text key, directly or through another type. */
function speakingTypes(modules: readonly Module[]): Speaking {
  const declared = new Map<string, Node>()
  for (const { program } of modules) {
    for (const { node } of walk(program)) {
      const name = /^TS(Interface|TypeAlias)Declaration$/.test(node.type) ? dotted(node['id']) : null
      if (name !== null) declared.set(name, node)
    }
  }
  const speaking = new Map<string, ReadonlySet<string>>()
  // Three rounds resolve a list of an interface that contains an alias of a key.
  for (let round = 0; round < 3; round += 1) {
    for (const [name, node] of declared) {
      const features = featuresIn(node, speaking)
      if (features.size > 0) speaking.set(name, features)
    }
  }
  return speaking
}

function featuresIn(type: Node, speaking: Speaking): Set<string> {
  const features = new Set<string>()
  for (const { node } of walk(type)) {
    if (node.type !== 'TSTypeReference') continue
    const name = dotted(node['typeName']) ?? ''
    if (name === 'TextKey') {
      const literal = walk(node).find((inner) => inner.node.type === 'Literal')?.node['value']
      if (typeof literal === 'string') features.add(literal)
    }
    for (const feature of speaking.get(name) ?? []) features.add(feature)
  }
  return features
}

/** Pairs of a type and the value that has it. */
function typedParts(node: Node): [type: Node, value: Node][] {
  const pairs: [unknown, unknown][] = []
  if (node.type === 'VariableDeclarator') pairs.push([(node['id'] as Node)['typeAnnotation'], node['init']])
  if (node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression')
    pairs.push([node['typeAnnotation'], node['expression']])
  if (isNode(node['returnType'])) pairs.push([node['returnType'], node['body']])
  return pairs.filter((pair): pair is [Node, Node] => isNode(pair[0]) && isNode(pair[1]))
}

function textsIn(value: Node): string[] {
  return walk(value).flatMap(({ node }) =>
    node.type === 'Literal' && typeof node['value'] === 'string' ? [node['value']] : [],
  )
}
