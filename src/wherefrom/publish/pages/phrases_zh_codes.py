"""Diagnostics, terminal reasons and rules in Chinese; in English they stand in ``domain.codes``."""

from __future__ import annotations

from wherefrom.publish.pages.phrasebook import Meaning

DIAGNOSTICS = {
    "AMBIGUOUS_COLUMN_SOURCES": Meaning(
        "没有别名的列可能属于所在作用域的多个输入，或其表名可能指多个表。",
        "在 SQL 中写明别名或表的库，或在快照中补充各输入的 DDL。",
    ),
    "AMBIGUOUS_STAR_SOURCES": Meaning(
        "某字段取自对多个输入的 *，不知道由哪一个给出。",
        "在 SQL 中写明各列，或在快照中补充各输入的 DDL。",
    ),
    "TARGET_COLUMN_NAME_UNPROVEN": Meaning(
        "INSERT 没有列清单，目标表也没有 DDL：位置已证明，名称取自 SELECT。",
        "给 INSERT 加上列清单，或在快照中补充目标表的 DDL。",
    ),
    "DDL_CONFLICT": Meaning(
        "两个文件对同一张表的列定义不一致，因此视其列为未知。",
        "在快照中只保留现行的 DDL，排除另一份。",
    ),
    "COLUMN_CHANGE_UNPROVEN": Meaning(
        "表的列被改名、新增、删除或替换，而某条语句写入的哪一列对应此列无法得知：改动可能先于该语句运行，可能没有运行，或取决于行的存储方式。",
        "把改动与该语句按运行顺序放进同一文件，或排除只运行过一次的改动。",
    ),
    "UNPARSED_STATEMENT": Meaning(
        "一条语句无法读取。除其开头外，读写的内容一概不知。",
        "修正语句，或设定其文件的方言。",
    ),
    "OPAQUE_STATEMENT": Meaning(
        "语句可以识别，但未能全部理解：它读写的内容可能多于所列。",
        "按方言文档中的写法改写语句，或声明其血缘。",
    ),
    "OPAQUE_TEMPLATE": Meaning("此处是哪段 SQL，由模板在运行时决定。", "冻结渲染后的 SQL，而不是模板。"),
    "DYNAMIC_SQL": Meaning(
        "SQL 在运行时拼成，其读写的内容不在快照中。",
        "将这些语句以文本形式纳入快照，或声明其血缘。",
    ),
    "INCOMPLETE_WRITERS": Meaning(
        "该表的写入方可能不全：写入它的某个脚本还执行运行时拼成的 SQL。",
        "查看此处所列的动态语句。",
    ),
    "TEMPLATE_PLACEHOLDER": Meaning("占位符在运行时填入，其取值不在证据之内。", "无需处理，或配置环境映射。"),
    "OPAQUE_FUNCTION": Meaning(
        "项目自有的函数，其函数体不在快照中，或未被跟入。",
        "将函数体纳入快照；若为标量函数，则查看其函数体。",
    ),
    "UNRESOLVED_INCLUDE": Meaning(
        "客户端命令执行另一个文件，此处不跟入。", "将该文件一并冻结；它会单独分析。"
    ),
    "UNRESOLVED_CALL": Meaning(
        "调用的过程在快照中没有过程体，或有多个：它读写什么无从得知。",
        "将该过程的过程体纳入快照；若有多个，排除未生效的。",
    ),
    "EMPTY_FILE": Meaning("文件中没有语句。", "无需处理。"),
    "ENCODING_UNKNOWN": Meaning(
        "文件不是 UTF-8，也没有字节序标记。文件保留，未读取。",
        "在 wherefrom.toml 中设定其编码。",
    ),
    "ENCODING_INVALID": Meaning(
        "文件的字节与其编码不符。文件保留，未读取。",
        "修正文件，或在 wherefrom.toml 中设定其编码。",
    ),
    "BINARY_FILE": Meaning("文件含 NUL 字节，不是文本。文件保留，未读取。", "予以排除。"),
    "UNTERMINATED_TEXT": Meaning("字符串、标识符或注释只有开头没有结尾。其后的内容未分析。", "补上结尾。"),
    "CONFLICT_MARKER": Meaning("文件含合并冲突标记。标记之间的字节未分析。", "解决冲突。"),
    "SUSPICIOUS_CHAR": Meaning("代码中有看不见的或容易与他者混淆的字符。", "予以替换。"),
    "CONFUSABLE_NAMES": Meaning(
        "两张表名称不同而看上去相同：含其他文字的字母，或看不见的字符。",
        "统一写法；确为两张表则保留。",
    ),
    "NORMALISATION_TWIN": Meaning(
        "两张表的名称只在 Unicode 组合方式上不同。",
        "统一写法；确为两张表则保留。",
    ),
    "CASE_COLLISION": Meaning(
        "文件路径只在大小写或 Unicode 形式上不同：在某些磁盘上是同一个文件。",
        "将发布复制到这类磁盘之前，先改名。",
    ),
    "DIALECT_SUSPECT": Meaning(
        "文件中超过五分之一的语句无法按其方言读取，而其他方言能读取更多。",
        "在 wherefrom.toml 中设定该文件的方言。",
    ),
    "EXECUTABLE_COMMENT": Meaning("某些服务器会当作代码执行的注释，未分析。", "将其内容写成语句。"),
    "NESTING_LIMIT": Meaning("语句的嵌套深度超过设定上限，未读取。", "将内层部分写成单独的语句。"),
    "STATEMENT_TOO_LARGE": Meaning(
        "语句的长度超过设定上限，未读取。", "在 wherefrom.toml 的 [limits] 中提高 statement_chars。"
    ),
    "FILE_TOO_LARGE": Meaning(
        "文件的大小超过设定上限。文件保留，未读取。",
        "在 wherefrom.toml 的 [limits] 中提高 file_bytes，然后重新冻结。",
    ),
    "INTERNAL_ERROR": Meaning(
        "本程序处理某条语句时出错，该语句按未读取处理。",
        "连同语句的结构一并报告。",
    ),
    "PARSER_CRASHED": Meaning(
        "分析该文件的进程突然结束，单独分析时也是如此。文件未读取。",
        "连同该文件 SQL 的结构一并报告，或排除该文件。",
    ),
    "ANALYSIS_TIMEOUT": Meaning(
        "单独分析该文件所用的时间超过上限。文件未读取。", "提高时间上限，或拆分文件。"
    ),
    "ANALYSIS_MEMORY": Meaning(
        "单独分析该文件所需的内存超过上限。文件未读取。", "提高内存上限，或拆分文件。"
    ),
    "MISSING_FIELD": Meaning(
        "某字段取自各列均已知的输入，而其中没有该字段。",
        "更正名称，或更新快照中的 DDL。",
    ),
    "NON_ENUMERABLE_PROJECTION": Meaning(
        "需要列的位置上是一个 *，而其输入的列未知。",
        "写明各列，或在快照中补充该输入的 DDL。",
    ),
    "UNPARSED_WRITERS_POSSIBLE": Meaning(
        "有些语句无法读取，其目标也不知道，或有些文字未读取，可能写入任何一张表。",
        "查看所列的位置。",
    ),
}

REASONS = {
    "EXTERNAL_ENDPOINT": "快照中没有语句写入的表的一列：就快照所示，即为来源。",
    "CONSTANT": "可以单独成为取值的字面量。",
    "GENERATED": "不经任何列得到的值：时钟、序列、行号、行数。",
    "PARAMETER": "由运行给定的值：绑定变量、脚本变量或占位符。",
    "PRIOR_STATE": "快照也写入的某张表先前的内容，被读入另一张表。",
    "CYCLE": "路径回到其上已有的字段：该表沿用自身先前的内容。",
    "MISSING_FIELD": "该输入的列均已知，其中没有这一列。",
    "NO_WRITER_EXPRESSION": "该写入方没有给这一列赋值。",
    "NON_ENUMERABLE_PROJECTION": "* 的列未知，而此处需要列出各列或确定位置。",
    "AMBIGUOUS_COLUMN": "该列可能属于多个输入；一个都不认定。",
    "AMBIGUOUS_STAR": "该字段可能来自 * 的多个输入；一个都不认定。",
    "OPAQUE_FUNCTION": "项目自有函数的结果，其函数体不在快照中，或未被跟入。",
    "OPAQUE_TEMPLATE": "此处内容由模板决定。",
    "DYNAMIC_SQL": "在运行时拼成的 SQL。",
    "UNPARSED_WRITER": "写入该表的语句无法读取。",
    "WRITER_REJECTED": "该写入方已被人驳回。",
    "WRITER_DEFERRED": "对该写入方的决定已被人暂缓。",
    "WRITER_PENDING": "该写入方无人确认，而只要求已确认的写入方。",
    "DEPTH_LIMIT": "已达设定的深度。",
    "VISIT_LIMIT": "已达设定的访问数。",
}

RULES = {
    "QUALIFIED": "别名指明了一个输入。",
    "SINGLE_INPUT": "作用域内只有一个输入。",
    "STAR_EXPANSION": "* 所读的输入，其列均已知。",
    "STAR_PASS": "取自对一个列未知的输入的 * 的字段。",
    "PSEUDO_COLUMN": "该名称由方言定义。",
    "DECLARED_UNIQUE": "各输入的列均已知，恰有一个含该列。",
    "NAME_RESOLUTION": "已知恰有一个输入含该列，而 SQL 不接受有歧义的裸名。",
    "ELIMINATION": "列已知的输入都没有该列，余下的输入恰有一个。",
    "LATERAL_ALIAS": "方言允许投影使用在前的别名，且没有输入含该名称。",
    "OUTER_SCOPE": "子查询中的裸名，已证明其内层各输入都没有。",
    "USING_MERGE": "经 USING 或 NATURAL 合并的列。",
    "ORDINAL": "按位置对应：集合运算、列清单、VALUES。",
    "BY_NAME": "按名称对应：赋值，或按名称映射的语句。",
    "SAME_SCRIPT": "写入方由脚本自身证明，无需审核。",
    "SELF": "语句读取自己的目标表。",
    "EXACT": "读取方与写入方使用同一个完整名称。",
    "DEFAULT_SCHEMA": "补上所配置的默认库后相同，或脚本的 search_path 中已知只有一个库有此表。",
    "SAME_PLACEHOLDER": "连同占位符的文本在内都相同。",
    "PROJECT_REF": "按项目自身约定的显式引用。",
    "ENVIRONMENT": "按环境映射后相同，或占位符与字面名称相对，或表在多个库之一中。仅在确认后跟入。",
    "NAME_ONLY": "表名相同、库不同：仅为提示，确认后才跟入。",
}
