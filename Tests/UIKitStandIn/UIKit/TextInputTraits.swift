public enum UITextAutocapitalizationType: Sendable { case none, words, sentences }
public enum UITextSmartQuotesType: Sendable { case `default`, no, yes }
public enum UITextSmartDashesType: Sendable { case `default`, no, yes }
public enum UITextSmartInsertDeleteType: Sendable { case `default`, no, yes }
public enum UITextInlinePredictionType: Sendable { case `default`, no, yes }
