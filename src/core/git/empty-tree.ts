const SHA1_LENGTH = 40;
const SHA1 = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const SHA256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

/** The tree without files, which every repository knows, in the hash of the given commit: where a history without a beginning starts. */
export const emptyTreeLike = (commit: string): string => (commit.length === SHA1_LENGTH ? SHA1 : SHA256);
