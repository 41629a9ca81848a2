// Core decides and never acts: nothing async, no clock, no random number.
const MESSAGE = {
  async: "Core is sync: what awaits belongs to engine.",
  now: "Core reads no clock: take the time as a parameter.",
  random: "Core draws no random number: take it as a parameter.",
};

const noAsync = (node, context) => {
  if (node.async) context.report({ node, message: MESSAGE.async });
};

const isMember = (node, object, property) =>
  node.type === "MemberExpression" && node.object.name === object && node.property.name === property;

const pureCore = {
  create: (context) => ({
    FunctionDeclaration: (node) => noAsync(node, context),
    FunctionExpression: (node) => noAsync(node, context),
    ArrowFunctionExpression: (node) => noAsync(node, context),
    AwaitExpression: (node) => context.report({ node, message: MESSAGE.async }),
    ImportExpression: (node) => context.report({ node, message: MESSAGE.async }),
    NewExpression: (node) => {
      if (node.callee.name === "Promise") context.report({ node, message: MESSAGE.async });
      if (node.callee.name === "Date" && node.arguments.length === 0)
        context.report({ node, message: MESSAGE.now });
    },
    CallExpression: (node) => {
      if (node.callee.name === "Date") context.report({ node, message: MESSAGE.now });
    },
    MemberExpression: (node) => {
      if (isMember(node, "Date", "now")) context.report({ node, message: MESSAGE.now });
      if (isMember(node, "Math", "random")) context.report({ node, message: MESSAGE.random });
    },
  }),
};

// A barrel hides who needs what, and loads it all at the start.
const noBarrel = {
  create: (context) => ({
    ExportAllDeclaration: (node) => context.report({ node, message: "No barrels: name what you pass on." }),
  }),
};

export default { meta: { name: "house" }, rules: { "pure-core": pureCore, "no-barrel": noBarrel } };
