/** Operations of the User API that still answer 501, by family. Each is taken out by whoever builds it. */
export const unbuiltOperations: readonly string[] = [];
